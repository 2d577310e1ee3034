import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { expect, it } from 'vitest'
import { root } from '../bootstrap.mjs'
import { sourceFiles } from '../check/sources.ts'

const ASSISTANT = 'apps/server/src/features/assistant/'
const isCode = (file: string) => !/\.test\.tsx?$|\.d\.ts$|\/testing\//.test(file)
const code = sourceFiles('.ts', '.tsx').filter(isCode)
const roomOf = (file: string) => file.slice(ASSISTANT.length).split('/')[0] ?? ''
const inRooms = code.filter((file) => file.startsWith(ASSISTANT) && file.slice(ASSISTANT.length).includes('/'))

const exportsOf = (file: string): string[] =>
  parseSync(file, readFileSync(join(root, file), 'utf8')).module.staticExports.flatMap(({ entries }) =>
    // What is only passed on has its home elsewhere.
    entries.flatMap(({ exportName, moduleRequest }) => (moduleRequest ? [] : (exportName.name ?? []))),
  )

/** With the word in it, as a whole: 'useHeard', 'HEARD_MS' and 'note-heard', but neither 'heart' nor 'hearing'. */
const isHeard = (name: string) => /(?<![a-z])hear(?:d|s)?(?![a-z])/i.test(name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-'))

it('the search for what is named hear or heard finds the word wherever it stands in a name', () => {
  for (const name of ['hear', 'heard.ts', 'note-heard.ts', 'noteHeard', 'HEARD_EXACT_MS', 'useHeardChannels', 'hears'])
    expect(isHeard(name), name).toBe(true)
  for (const name of ['heart-beat.ts', 'shear', 'Hearing', 'overheard']) expect(isHeard(name), name).toBe(false)
})

it('GUARD-29 no file, folder or export of the server or the panel is named hear or heard', () => {
  const files = code.filter((file) => /^apps\/(server|panel)\//.test(file))
  expect(files.length).toBeGreaterThan(1_000)
  const named = files.flatMap((file) =>
    [...file.split('/'), ...exportsOf(file)].filter(isHeard).map((name) => `${file}: ${name}`),
  )
  expect(named).toEqual([])
})

it('GUARD-29 no name is exported by two rooms of the assistant', () => {
  const rooms = new Map<string, Set<string>>()
  for (const file of inRooms)
    for (const name of exportsOf(file)) rooms.set(name, (rooms.get(name) ?? new Set()).add(roomOf(file)))
  expect([...rooms].filter(([, found]) => found.size > 1).map(([name]) => name)).toEqual([])
})

it('GUARD-11 one way leads from a lead’s text to a reply: each engine is asked behind the guard only', () => {
  const importers = Map.groupBy(
    code
      .filter((file) => file.startsWith('apps/server/src/'))
      .flatMap((file) =>
        parseSync(file, readFileSync(join(root, file), 'utf8')).module.staticImports.flatMap(({ entries }) =>
          entries.filter(({ isType }) => !isType).map(({ importName }) => ({ file, name: importName.name ?? '' })),
        ),
      ),
    ({ name }) => name,
  )
  const users = (name: string) => (importers.get(name) ?? []).map(({ file }) => file.slice(ASSISTANT.length))
  // The written engine, a model, the guard, and what picks out the questions for the
  // knowledge, which says nothing: its answers go through the written engine; and what the guard's own reading leaves out beside a receipt.
  expect(users('write')).toEqual(['turn/decide-turn.ts'])
  expect(users('converse')).toEqual(['dialogue/write.ts'])
  expect(users('decideByModel')).toEqual(['turn/decide-with-model.ts'])
  expect(users('before')).toEqual(['turn/guard-answer.ts'])
  expect(users('understand').toSorted()).toEqual(['turn/guard-answer.ts', 'turn/receipts.ts', 'understanding/asked.ts'])
  expect(users('withoutReceipts')).toEqual(['turn/guard-answer.ts'])
})
