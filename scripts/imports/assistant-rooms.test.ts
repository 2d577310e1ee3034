import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { expect, it } from 'vitest'
import { root } from '../bootstrap.mjs'
import { listSourceFiles } from '../check/source-files.ts'

const ASSISTANT = 'apps/server/src/features/assistant/'
const isProductionCode = (file: string) => !/\.test\.tsx?$|\.d\.ts$|\/testing\//.test(file)
const productionFiles = listSourceFiles('.ts', '.tsx').filter(isProductionCode)

it('GUARD-11 one way leads from a lead’s text to a reply: each engine is asked behind the guard only', () => {
  const importers = Map.groupBy(
    productionFiles
      .filter((file) => file.startsWith('apps/server/src/'))
      .flatMap((file) =>
        parseSync(file, readFileSync(join(root, file), 'utf8')).module.staticImports.flatMap(({ entries }) =>
          entries.filter(({ isType }) => !isType).map(({ importName }) => ({ file, name: importName.name ?? '' })),
        ),
      ),
    ({ name }) => name,
  )
  const users = (name: string) => (importers.get(name) ?? []).map(({ file }) => file.slice(ASSISTANT.length))
  // Modules that may import each function: the rule-based engine, the model, the guard, the detection of questions (which sends no text),
  // and the guard's exclusion of receipts.
  expect(users('answerByPlaybook')).toEqual(['turn/decision/decide-playbook-turn.ts'])
  expect(users('answerBurst')).toEqual(['dialogue/answer-by-playbook.ts'])
  expect(users('decideByModel')).toEqual(['turn/decision/decide-with-guarded-model.ts'])
  expect(users('applyGuardRules')).toEqual(['turn/decision/screen-turn.ts'])
  expect(users('parseMessages').toSorted()).toEqual([
    'turn/decision/payment-receipts.ts',
    'turn/decision/screen-turn.ts',
    'understanding/extract-questions.ts',
  ])
  expect(users('removeReceipts')).toEqual(['turn/decision/screen-turn.ts'])
})
