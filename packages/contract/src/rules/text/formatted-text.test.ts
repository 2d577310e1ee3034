import { describe, expect, it } from 'vitest'
import { parseFormattedText, type TextRun } from './formatted-text.ts'

const LETTERS = { bold: 'b', italic: 'i', strike: 's', mono: 'm' } as const

/** Formats a run as `b[text]`, a mark as an empty string, a bullet as •, and a link in angle brackets. */
const asText = (run: TextRun): string => {
  if (run.mark) return run.mark === 'bullet' ? '•' : ''
  const styles = (Object.keys(LETTERS) as (keyof typeof LETTERS)[]).filter((style) => run[style]).map((style) => LETTERS[style])
  const text = run.href === undefined ? run.text : `<${run.text}>`
  return styles.length > 0 ? `${styles.join('')}[${text}]` : text
}
const shownAs = (content: string): string =>
  parseFormattedText(content)
    .map(({ kind, runs }) => (kind === 'text' ? '' : `${kind}:`) + runs.map(asText).join(''))
    .join('|')
const written = (content: string): string =>
  parseFormattedText(content)
    .flatMap(({ runs }) => runs.map(({ text }) => text))
    .join('')

describe('formatted text', () => {
  it.each([
    ['*Oi* Ana', 'b[Oi] Ana'],
    ['_Oi_, ~não~ `x=1`', 'i[Oi], s[não] m[x=1]'],
    ['*_tudo_ bem*', 'bi[tudo]b[ bem]'],
    ['(*promoção*)!', '(b[promoção])!'],
    ['*👍*', 'b[👍]'],
    ['`*nada*`', 'm[*nada*]'],
    ['veja *https://a.b/x_y_z* já', 'veja b[<https://a.b/x_y_z>] já'],
    ['https://a.b/_x_/*y* e *z*', '<https://a.b/_x_/*y>* e b[z]'],
    ['*um* e *dois*', 'b[um] e b[dois]'],
    ['_nome_sobrenome_', 'i[nome_sobrenome]'],
    ['```a *b*\nc```', 'code:m[a *b*\nc]'],
    ['uma\n```x```\noutra', 'uma\n|code:m[x]|outra'],
    ['> Quanto *custa*?\nR$ 10', 'quote:Quanto b[custa]?\n|R$ 10'],
    ['- café\n* leite', '•café\n•leite'],
  ])('%j is shown as %j', (content, expected) => {
    expect(shownAs(content)).toBe(expected)
  })

  it.each([
    'R$ 2*3*4',
    '2 * 3 * 4 = 24',
    '*sem fim',
    'sem começo*',
    'x * espaço *',
    '**',
    '***',
    'nome_do_arquivo_final.pdf',
    '*uma linha\noutra linha*',
    '`',
    '```',
    '```sem fim',
    '>sem espaço',
    '-5 graus',
    'a ~ b ~ c',
    '<b>oi</b> & <script>alert(1)</script>',
  ])('%j is text', (content) => {
    expect(shownAs(content)).toBe(content)
  })

  it('keeps every character, so that a copy is what was written', () => {
    const alphabet = ['*', '_', '~', '`', '```', '> ', '- ', '\n', ' ', 'a', 'https://a.b/c_d', '👍🏽', 'é', '1. ', '<']
    let seed = 7
    const next = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed
    }
    for (let round = 0; round < 3_000; round += 1) {
      const content = Array.from({ length: next() % 24 }, () => alphabet[next() % alphabet.length]).join('')
      expect(written(content)).toBe(content)
    }
  })

  it('reads the longest message of nothing but marks at once', () => {
    const started = performance.now()
    for (const mark of ['*', '*a', ' *a', '_*~`', '> *', '```', '*a* ', '~a_b*c`'])
      parseFormattedText(mark.repeat(4_096 / mark.length))
    expect(performance.now() - started).toBeLessThan(1_000)
  })
})
