import { describe, expect, it } from 'vitest'
import { parseDocument } from './parse-document.ts'

const encodings: Readonly<Record<string, (text: string) => Buffer>> = {
  'UTF-8 with a byte order mark': (text) => Buffer.from(`\uFEFF${text}`),
  'UTF-16LE with a byte order mark': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  'UTF-16BE with a byte order mark': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
}

describe.each(Object.entries(encodings))('knowledge in %s', (_name, encode) => {
  const read = (format: 'txt' | 'csv' | 'html', text: string, charset?: string) =>
    parseDocument({
      format,
      contentKind: format === 'html' ? 'page' : 'file',
      bytes: new Uint8Array(encode(text)),
      ...(charset ? { charset } : {}),
    })

  it('is read from a text file', async () => {
    const { passages } = await read('txt', 'Recepção\n\nA recepção fica no térreo, à direita, e abre às 9h.')
    expect(passages.map(({ text }) => text).join('\n')).toContain('A recepção fica no térreo, à direita, e abre às 9h.')
    expect(JSON.stringify(passages)).not.toContain('\uFEFF')
  })

  it('is read from a text file of questions and answers', async () => {
    const { passages } = await read('txt', 'P: Há estacionamento?\nR: Sim, até às 22h.\n\nP: E manobrista?\nR: Não.')
    expect(passages).toMatchObject([
      { question: 'Há estacionamento?', text: 'Sim, até às 22h.' },
      { question: 'E manobrista?', text: 'Não.' },
    ])
  })

  it('is read from a CSV file', async () => {
    const { passages } = await read('csv', 'Descrição;Preço\nCafé da manhã;R$ 30')
    expect(passages).toMatchObject([{ text: 'Descrição: Café da manhã. Preço: R$ 30' }])
  })

  it('is read from a page, also if the server names another character set', async () => {
    for (const charset of [undefined, 'utf-8', 'iso-8859-1']) {
      const { passages } = await read('html', '<p>A recepção fica no térreo.</p>', charset)
      expect(passages).toMatchObject([{ text: 'A recepção fica no térreo.' }])
    }
  })
})
