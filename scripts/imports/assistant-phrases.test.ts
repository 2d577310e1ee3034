import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type NewExpression, parseSync, Visitor } from 'oxc-parser'
import { expect, it } from 'vitest'
import { root } from '../bootstrap.mjs'
import { listSourceFiles } from '../check/source-files.ts'

const DIALOGUE = 'apps/server/src/features/assistant/dialogue/'

/** Matches three consecutive words, or two with the start or end of a sentence. Does not match values like 'por mensagem'. */
const SENTENCE_PATTERN = /(?:\p{L}+[,;:]? ){2}\p{L}|^\P{L}*\p{Lu}\p{L}*[,;:]? \p{L}|\p{L} \p{L}+[.!?…]/u

/** Returns the sentences among a module's strings. Skips parts of regular expressions and property names. */
const findSentences = (file: string, source: string): string[] => {
  const found: string[] = []
  const look = (text: string) => {
    if (SENTENCE_PATTERN.test(text)) found.push(text)
  }
  const names = new Set<unknown>()
  let patterns = 0
  const isPattern = ({ callee }: NewExpression) => callee.type === 'Identifier' && callee.name === 'RegExp'
  new Visitor({
    NewExpression: (made) => {
      if (isPattern(made)) patterns += 1
    },
    'NewExpression:exit': (made) => {
      if (isPattern(made)) patterns -= 1
    },
    Property: ({ key }) => {
      names.add(key)
    },
    Literal: (literal) => {
      if (patterns === 0 && typeof literal.value === 'string' && !names.has(literal)) look(literal.value)
    },
    TemplateLiteral: ({ quasis }) => {
      if (patterns === 0) look(quasis.map(({ value }) => value.raw).join('…'))
    },
  }).visit(parseSync(file, source).program)
  return found
}

it.each([
  ["say('Tudo bem!')", 1],
  ["const ways = ['sim', 'manhã ou tarde?']", 1],
  ['say(`Certo, ${name}: anotei aqui.`)', 1],
  ["facts.agrees = 'por mensagem'; const OWN = new RegExp(`\\bminha consulta de ${day}`); /quero marcar uma visita/.test(x)", 0],
])('the search for sentences reads %s', (source, count) => {
  expect(findSentences('a.ts', source)).toHaveLength(count)
})

it('GUARD-30 no sentence for a lead stands in the dialogue outside phrases/', () => {
  const code = listSourceFiles('.ts').filter((file) => file.startsWith(DIALOGUE) && !file.endsWith('.test.ts'))
  expect(code.length).toBeGreaterThan(20)
  const found = code.flatMap((file) =>
    findSentences(file, readFileSync(join(root, file), 'utf8')).map((text) => `${file.slice(DIALOGUE.length)}: ${text}`),
  )
  expect(found).toEqual([])
})
