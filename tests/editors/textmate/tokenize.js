// Reads {"grammars": [path], "texts": [[scope, text]]} from standard input and answers, for each
// text, its tokens as [line, start, end, scopes], in UTF-16 units as VS Code counts them.

const fs = require('fs')
const oniguruma = require('vscode-oniguruma')
const textmate = require('vscode-textmate')

const { grammars, texts } = JSON.parse(fs.readFileSync(0, 'utf8'))

const known = new Map()
for (const path of grammars) {
  const grammar = textmate.parseRawGrammar(fs.readFileSync(path, 'utf8'), path)
  known.set(grammar.scopeName, grammar)
}

const wasm = fs.readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm')).buffer
const onigLib = oniguruma.loadWASM(wasm).then(() => ({
  createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
  createOnigString: (text) => new oniguruma.OnigString(text),
}))
const registry = new textmate.Registry({
  onigLib,
  loadGrammar: async (scope) => known.get(scope) ?? null,
})

async function tokensOf(scope, text) {
  const grammar = await registry.loadGrammar(scope)
  const found = []
  let stack = textmate.INITIAL
  for (const [number, line] of text.split('\n').entries()) {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, stack)
    stack = ruleStack
    for (const token of tokens) {
      found.push([number, token.startIndex, Math.min(token.endIndex, line.length), token.scopes])
    }
  }
  return found
}

async function main() {
  const answers = []
  for (const [scope, text] of texts) {
    answers.push(await tokensOf(scope, text))
  }
  process.stdout.write(JSON.stringify(answers))
}

main()
