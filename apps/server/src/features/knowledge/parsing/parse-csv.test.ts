import { describe, expect, it } from 'vitest'
import { createCsvWithUnclosedQuotes, createShortSentenceText, createWideCsv } from '../../../testing/files/hostile-files.ts'
import { parseCsv } from './parse-csv.ts'
import { parseProductPassages } from './parse-products.ts'
import { parseCsvRows, parseTablePassages } from './parse-table.ts'
import { parseTextPassages } from './parse-text.ts'

const parse = (text: string, separator?: string) =>
  parseCsv(text, { maxRows: 100, maxCells: 10, ...(separator === undefined ? {} : { separator }) })

describe('a table written as text', () => {
  it.each([
    [
      'a,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['a;b\r\n1,5;2\r\n', [['a', 'b'], ['1,5', '2'], ['']]],
    [
      'a\tb\r1\t2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a|b|c\n1|2|3',
      [
        ['a', 'b', 'c'],
        ['1', '2', '3'],
      ],
    ],
    [
      'a,,\n,b,',
      [
        ['a', '', ''],
        ['', 'b', ''],
      ],
    ],
    ['só uma coluna\noutra', [['só uma coluna'], ['outra']]],
    ['', []],
  ])('%j is parted by what separates its columns', (text, rows) => {
    expect(parse(text)).toEqual(rows)
  })

  it.each([
    ['"a;b";c', [['a;b', 'c']]],
    ['"a\nb";c', [['a\nb', 'c']]],
    ['"a ""b""";c', [['a "b"', 'c']]],
    ['""; "x"', [['', ' "x"']]],
    ['"a"  ;c\n"d" \n', [['a', 'c'], ['d'], ['']]],
    // A quote that closes nothing is a part of the text.
    ['"a" b";c', [['a" b', 'c']]],
    ['5" de tela;c', [['5" de tela', 'c']]],
    ['"sem fim;c\nd', [['sem fim;c\nd']]],
    ['"', [['']]],
  ])('%j keeps what its quotes hold', (text, rows) => {
    expect(parse(text, ';')).toEqual(rows)
  })

  it('has so many rows and cells at most', () => {
    expect(parseCsv('1,2,3\n4,5,6\n7', { maxRows: 2, maxCells: 2 })).toEqual([
      ['1', '2'],
      ['4', '5'],
    ])
    const wide = Array.from({ length: 250 }, (_, at) => `c${at}`)
    const { passages, report } = parseTablePassages([{ name: null, rows: [wide, wide] }], 10_000)
    expect(report).toEqual(['Só as primeiras 200 colunas entraram.'])
    expect(passages[0]?.text).toContain('c199: c199')
    expect(passages[0]?.text).not.toContain('c200')
    expect(parseProductPassages(`Nome,${wide.join()}\nCasa,${wide.join()}`).report).toEqual([
      'Só as primeiras 200 colunas entraram.',
    ])
  })
})

/** Each took minutes, or all memory, while the time to read it grew with the square of its length. */
describe('a text that is made to keep its reader busy', () => {
  it('ends: quotes that close nothing before many blanks', () => {
    expect(parseCsvRows(createCsvWithUnclosedQuotes().toString())).toHaveLength(2)
  })

  it('ends: a heading of many columns over many rows', () => {
    const rows = createWideCsv(4_900).toString()
    expect(parseProductPassages(rows).passages).toHaveLength(4_900)
  })

  it('ends: a paragraph of many short sentences', () => {
    const { passages } = parseTextPassages(createShortSentenceText(200_000).toString())
    expect(passages.length).toBeGreaterThan(490)
    expect(passages.every(({ text }) => text.length <= 1_200)).toBe(true)
  })
})
