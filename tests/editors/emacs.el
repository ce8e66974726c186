;;; What a test asks of Emacs in batch: JSON on standard output, one line.  -*- lexical-binding: t; -*-

(require 'eglot)
(require 'flymake)
(require 'json)
(require 'modwright)

(setq eglot-sync-connect 20
      eglot-connect-timeout 30
      enable-local-variables nil
      create-lockfiles nil
      make-backup-files nil)

(defun asked-until (what)
  "Let time pass until WHAT returns something, and return that."
  (let ((end (+ (float-time) 30)) found)
    (while (and (not (setq found (funcall what))) (< (float-time) end))
      (accept-process-output nil 0.05))
    (or found (error "Waited in vain"))))

(defun asked-findings ()
  "The findings: their first line and the text they cover."
  (mapcar (lambda (each)
            (vector (car (split-string (flymake-diagnostic-text each) "\n"))
                    (buffer-substring-no-properties
                     (flymake-diagnostic-beg each) (flymake-diagnostic-end each))))
          (flymake-diagnostics)))

(defun asked-open (file)
  "Visit FILE with a server, and wait for its findings."
  (find-file file)
  (apply #'eglot (eglot--guess-contact))
  (eglot--maybe-activate-editing-mode)
  (asked-until (lambda () (eglot-managed-p)))
  (flymake-start)
  (asked-until #'flymake-diagnostics))

(defun asked-go (text)
  "Put point before TEXT."
  (goto-char (point-min))
  (search-forward text)
  (goto-char (match-beginning 0)))

(defun asked-hover ()
  "What is told about the thing at point."
  (let ((answer (jsonrpc-request (eglot-current-server) :textDocument/hover
                                 (eglot--TextDocumentPositionParams))))
    (eglot--hover-info (plist-get answer :contents) (plist-get answer :range))))

(defun asked-complete (choice)
  "Take CHOICE of what is offered at point."
  (let* ((data (run-hook-with-args-until-success 'completion-at-point-functions))
         (start (nth 0 data)) (end (nth 1 data)) (table (nth 2 data))
         (offered (all-completions (buffer-substring-no-properties start end) table))
         (taken (seq-find (lambda (each) (string-match-p (regexp-quote choice) each)) offered)))
    (unless taken (error "%s is not among %S" choice offered))
    (delete-region start end)
    (goto-char start)
    (insert taken)
    (funcall (plist-get (nthcdr 3 data) :exit-function) taken 'finished)
    (mapcar #'substring-no-properties offered)))

(defun asked-fix (words)
  "Apply the quick fix at point whose title has WORDS."
  (cl-letf (((symbol-function 'completing-read)
             (lambda (_ table &rest _)
               (seq-find (lambda (title) (string-match-p (regexp-quote words) title))
                         (mapcar (lambda (each) (if (consp each) (car each) each)) table)))))
    (let ((last-nonmenu-event 13) (use-dialog-box nil))
      (call-interactively #'eglot-code-actions))))

(defun asked-text ()
  (buffer-substring-no-properties (point-min) (point-max)))

(defun asked-say (&rest pairs)
  "Print PAIRS of names and values."
  (let ((json-encoding-pretty-print nil))
    (princ (json-encode (apply #'list pairs)))
    (terpri)))

(defun asked-leave ()
  "End the servers in good order, with time enough, before Emacs goes.
An Emacs that is killed while a server waits for an answer may try to write
to the connection that it has just closed, and end in an error."
  (dolist (server (apply #'append (hash-table-values eglot--servers-by-project)))
    (eglot-shutdown server nil 60)))
