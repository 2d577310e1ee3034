import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { compilePatternList, compilePatterns, findMatchingName, findMatchingNames } from './patterns.ts'

const ROOMS = join(import.meta.dirname, '..')

describe('patterns that are data', () => {
  it('are words that stand alone, or as written, with others of the same file in them', () => {
    const said = compilePatterns({
      '# <day>': 'of the week',
      '<day>': '(?:terca|quarta)',
      words: ['oi', 'ol[ae]'],
      onDay: '^na <day>$',
    })
    expect(Object.keys(said)).toEqual(['words', 'onDay'])
    expect(said.words.source).toBe('\\b(oi|ol[ae])\\b')
    expect(said.onDay.source).toBe('^na (?:terca|quarta)$')
    expect(compilePatternList(['<day>', '<br>'], { '<day>': 'terca' }).map(({ source }) => source)).toEqual(['terca', '<br>'])
  })

  it('of a table give their names, the first that is said or all of them', () => {
    const table = { um: /a/, dois: /b/, três: /c/ }
    expect([findMatchingName('cb', table), findMatchingName('d', table), findMatchingNames('ca', table)]).toEqual([
      'dois',
      null,
      ['um', 'três'],
    ])
  })

  it('stand in no file that names one which nobody asks for', () => {
    const modules = readdirSync(ROOMS, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => ({ file, text: readFileSync(join(ROOMS, file), 'utf8') }))
    const read: string[] = []
    const unused = modules.flatMap(({ file, text }) => {
      const name = /const MATCHERS = compilePatterns\((\w+)/.exec(text)?.[1] ?? ''
      const data = new RegExp(`import ${name} from '((?:\\.{1,2}/)+patterns/[\\w-]+\\.json)'`).exec(text)?.[1]
      if (!data || !name) return []
      const json = readFileSync(join(ROOMS, file, '..', data), 'utf8')
      read.push(data)
      const named = Object.keys(JSON.parse(json) as object)
      const isAsked = (each: string) =>
        [`MATCHERS.${each}`, `${name}.${each}`, `'${each}'`].some((use) => text.includes(use)) ||
        (each.startsWith('<') && new RegExp(`${each}(?!":)`).test(json))
      return named.filter((each) => !isAsked(each.replace('# ', '')))
    })
    expect(unused).toEqual([])
    // Fails if the modules name their matchers in another way, which would leave nothing to check.
    expect(read.length).toBeGreaterThan(10)
  })
})
