;;; modwright.el --- Packages for games, with the modwright server  -*- lexical-binding: t; -*-

;; Package-Requires: ((emacs "26.3"))
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Modes for NimBlock specs, rulesets and mutators, which eglot or lsp-mode asks the server about.
;; With this folder on `load-path':
;;
;;     (require 'modwright)
;;     (add-hook 'modwright-hook #'eglot-ensure)   ; or #'lsp-deferred
;;
;; `modwright-plan', `modwright-trace', `modwright-layers' and `modwright-locales' show what the
;; server answers through eglot.

;;; Code:

(require 'cl-lib)
(require 'json)
(require 'subr-x)

(declare-function eglot-completion-at-point "eglot")
(declare-function eglot-current-server "eglot")
(declare-function eglot-managed-p "eglot")
(declare-function eglot--TextDocumentIdentifier "eglot")
(declare-function eglot--pos-to-lsp-position "eglot")
(declare-function jsonrpc-request "jsonrpc")
(declare-function lsp-register-client "lsp-mode")
(declare-function lsp-stdio-connection "lsp-mode")
(declare-function make-lsp-client "lsp-mode")
(declare-function eglot "eglot")
(declare-function eglot--guess-contact "eglot")
(declare-function eglot--maybe-activate-editing-mode "eglot")
(defvar eglot-server-programs)
(defvar eglot-sync-connect)
(defvar lsp-language-id-configuration)

(defgroup modwright nil
  "Packages for games."
  :group 'languages)

(defcustom modwright-command '("modwright" "serve")
  "The server's program, with its arguments."
  :type '(repeat string))

(defcustom modwright-hook nil
  "Run in every buffer that modwright looks after."
  :type 'hook)

;; Modes

(defconst modwright--template-keywords
  '(("{{\\|}}" 0 font-lock-builtin-face prepend)
    ("{[A-Za-z][A-Za-z0-9_]*}" 0 font-lock-variable-name-face prepend)
    ("&[0-9a-fk-or]" 0 font-lock-preprocessor-face prepend))
  "The parts of NimBlock templates.")

(defconst modwright--dice-keywords
  '(("\"\\([1-9][0-9]\\{0,2\\}d[1-9][0-9]\\{0,3\\}\\(?:[+-][0-9]\\{1,4\\}\\)?\\)\""
     1 font-lock-constant-face prepend))
  "Dice such as 2d6+1.")

(defconst modwright--range-keywords
  '(("[\"']\\([<>=]=?[ 0-9.,<>=]+\\)[\"']" 1 font-lock-constant-face prepend))
  "Ranges of versions.")

(defun modwright--run-hook ()
  "Run `modwright-hook'."
  (run-hooks 'modwright-hook))

(define-derived-mode nimblock-mode js-mode "NimBlock"
  "NimBlock specs."
  (setq-local js-indent-level 2)
  (font-lock-add-keywords nil modwright--template-keywords))

(define-derived-mode ruleset-mode js-mode "Ruleset"
  "Rulesets for games at the table, and what lies beside them."
  (setq-local js-indent-level 2)
  (font-lock-add-keywords nil modwright--dice-keywords))

;; Not everybody has modes for YAML and Lua: Emacs 30 brings them along, others install them.
(eval
 `(define-derived-mode oamut-mode
    ,(cond ((fboundp 'yaml-mode) 'yaml-mode) ((fboundp 'yaml-ts-mode) 'yaml-ts-mode) (t 'prog-mode))
    "oamut"
    "Manifests of mutators."
    (setq-local comment-start "# ")
    (setq-local indent-tabs-mode nil)
    (font-lock-add-keywords nil modwright--range-keywords)))

(eval
 `(define-derived-mode oamut-lua-mode
    ,(cond ((fboundp 'lua-mode) 'lua-mode) ((fboundp 'lua-ts-mode) 'lua-ts-mode) (t 'prog-mode))
    "oamut-lua"
    "Scripts of mutators."
    (setq-local comment-start "-- ")))

(dolist (hook '(nimblock-mode-hook ruleset-mode-hook oamut-mode-hook oamut-lua-mode-hook))
  (add-hook hook #'modwright--run-hook))

(dolist (entry '(("\\.nimblock\\.json\\'" . nimblock-mode)
                 ("/nimblock/.*\\.json\\'" . nimblock-mode)
                 ("[/.]ruleset\\.json\\'" . ruleset-mode)
                 ("/rulesets/.*\\.json\\'" . ruleset-mode)
                 ("/oamut\\.yaml\\'" . oamut-mode)
                 ("/mutators/.*\\.lua\\'" . oamut-lua-mode)))
  (add-to-list 'auto-mode-alist entry))

;; Clients.  One server looks after a package with all its files; before eglot 1.12 all of them get
;; the same language id, and the server tells them by their names.

(with-eval-after-load 'eglot
  (dolist (entry '(((nimblock-mode :language-id "nimblock"))
                   ((ruleset-mode :language-id "json"))
                   ((oamut-mode :language-id "yaml") (oamut-lua-mode :language-id "yaml"))))
    (add-to-list 'eglot-server-programs (cons entry (lambda (&rest _) modwright-command)))))

;; eglot compares what is offered with the symbol at point, as the mode sees it.  What we offer
;; begins with the quote of a string, or with the brace of a variable.

(defun modwright--bounds ()
  "What is being completed in a string, from where it begins to point."
  (let ((string (nth 8 (syntax-ppss))) (end (point)))
    (when string
      (cons (cond
             ((looking-back "[{&][A-Za-z0-9_]*" string) (match-beginning 0))
             ((string-match-p "[[:space:]{}&]" (buffer-substring-no-properties string end)) end)
             (t string))
            end))))

(defun modwright--completion-at-point ()
  "Like `eglot-completion-at-point', for strings."
  (when (modwright--bounds)
    (cl-letf (((get 'symbol 'bounds-of-thing-at-point) #'modwright--bounds))
      (eglot-completion-at-point))))

(defun modwright--complete-strings ()
  "Let strings be completed as the server sees them."
  (when (and (derived-mode-p 'nimblock-mode 'ruleset-mode) (eglot-managed-p))
    (add-hook 'completion-at-point-functions #'modwright--completion-at-point -10 t)))

(add-hook 'eglot-managed-mode-hook #'modwright--complete-strings)

(with-eval-after-load 'lsp-mode
  (dolist (entry '((nimblock-mode . "nimblock") (ruleset-mode . "json")
                   (oamut-mode . "yaml") (oamut-lua-mode . "lua")))
    (add-to-list 'lsp-language-id-configuration entry))
  (lsp-register-client
   (make-lsp-client
    :new-connection (lsp-stdio-connection (lambda () modwright-command))
    :major-modes '(nimblock-mode ruleset-mode oamut-mode oamut-lua-mode)
    :server-id 'modwright)))

;; Commands

(defun modwright--show (text)
  "Show TEXT in a window of its own."
  (with-current-buffer (get-buffer-create "*modwright*")
    (let ((inhibit-read-only t))
      (erase-buffer)
      (insert text)
      (goto-char (point-min)))
    (special-mode)
    (display-buffer (current-buffer))))

(defun modwright--run (command &rest arguments)
  "Show what the server answers to COMMAND with ARGUMENTS after the buffer's URI."
  (let* ((server (or (eglot-current-server)
                     (user-error "No server looks after this buffer: M-x eglot")))
         (uri (plist-get (eglot--TextDocumentIdentifier) :uri))
         (answer (jsonrpc-request server :workspace/executeCommand
                                  (list :command command
                                        :arguments (vconcat (list uri) arguments)))))
    (modwright--show (plist-get answer :text))))

(defun modwright--given (words)
  "WORDS such as \"tide=9 name=x\" as an object; what reads as JSON is that value."
  (let ((object (make-hash-table :test #'equal)))
    (dolist (word (split-string words))
      (unless (string-match "\\`\\([^=]+\\)=\\(.*\\)\\'" word)
        (user-error "%s is not NAME=VALUE" word))
      (let ((name (match-string 1 word)) (value (match-string 2 word)))
        (puthash name
                 (condition-case nil (json-parse-string value :false-object :json-false)
                   (error value))
                 object)))
    ;; A plist, which every version of jsonrpc can write.
    (let (plist)
      (maphash (lambda (name value)
                 (setq plist (plist-put plist (intern (concat ":" name)) value)))
               object)
      plist)))

(defun modwright-plan (options)
  "Show what this mutator's plan would do with OPTIONS, such as \"tide=9\"."
  (interactive "sOptions (NAME=VALUE ...): ")
  (modwright--run "modwright.plan" (list :options (modwright--given options))))

(defun modwright-trace (variables)
  "Show what the rule at point would do with VARIABLES, such as \"player=Steve\"."
  (interactive "sVariables (NAME=VALUE ...): ")
  (modwright--run "modwright.trace" (eglot--pos-to-lsp-position)
                  (list :variables (modwright--given variables))))

(defun modwright-layers (ids)
  "Show the ruleset as it plays with the layers IDS (\"a, b\") on."
  (interactive "sLayers: ")
  (modwright--run "modwright.layers" (vconcat (split-string ids "[, ]+" t))))

(defun modwright-locales ()
  "Show how far the ruleset is translated, as it is on disk."
  (interactive)
  (let ((file buffer-file-name))
    (modwright--show
     (with-temp-buffer
       (call-process (car modwright-command) nil t nil "locales" file)
       (buffer-string)))))

(declare-function flymake-diagnostic-text "flymake")
(declare-function flymake-diagnostics "flymake")
(declare-function flymake-start "flymake")

(defun modwright-check ()
  "Print what is found in this buffer, to see in batch that everything is in place."
  (require 'eglot)
  (let ((eglot-sync-connect 20) (end (+ (float-time) 30)))
    (unless (eglot-managed-p)
      (apply #'eglot (eglot--guess-contact))
      (eglot--maybe-activate-editing-mode))
    (flymake-start)
    (while (and (not (flymake-diagnostics)) (< (float-time) end))
      (accept-process-output nil 0.05)))
  (dolist (each (flymake-diagnostics))
    (princ (format "%s\n" (flymake-diagnostic-text each)))))

(provide 'modwright)
;;; modwright.el ends here
