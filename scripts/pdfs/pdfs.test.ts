import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import { lexer, type Token } from 'marked'
import { extractText, getDocumentProxy, getMeta } from 'unpdf'
import { describe, expect, it } from 'vitest'
import { getPdfPath, hashLegalDocument, LEGAL_DOCUMENTS, readLegalText, replacePlaceholders } from './legal-text.ts'

const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

const leaves = (tokens: readonly Token[]): string[] =>
  tokens.flatMap((token): string[] => {
    if (token.type === 'list') return (token as { items: Token[] }).items.flatMap((item) => leaves([item]))
    return 'tokens' in token && token.tokens ? leaves(token.tokens) : 'text' in token ? [String(token.text)] : []
  })

describe.each(LEGAL_DOCUMENTS)('%s', (name) => {
  const open = () => getDocumentProxy(new Uint8Array(readFileSync(getPdfPath(name))))

  it('ROUTE-08 was made from the text and the layout as they are now (else: npm run pdfs)', async () => {
    const { info } = await getMeta(await open())
    expect((info as { Keywords?: string }).Keywords).toBe(hashLegalDocument(name))
  })

  it('ROUTE-06 ROUTE-07 ROUTE-08 says every word of its source', async () => {
    const { text } = await extractText(await open(), { mergePages: true })
    const said = plain(text.replaceAll(/Prosa · \d+ de \d+/g, '').replaceAll('-\n', '-'))
    const words = leaves(lexer(readLegalText(name)))
    expect(words.length).toBeGreaterThan(40)
    for (const part of words) expect(said).toContain(plain(part))
  })

  it('ROUTE-08 is tagged, in Portuguese, and bears its title', async () => {
    const pdf = await open()
    const { info } = await getMeta(pdf)
    expect((info as { Title?: string; Language?: string }).Title).toBe(
      name === 'termos-de-servico' ? 'Termos de Serviço' : 'Política de Privacidade',
    )
    expect((info as { Language?: string }).Language).toBe('pt-BR')
    expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true })
    const tree = JSON.stringify(await (await pdf.getPage(1)).getStructTree())
    for (const role of ['H1', 'H2', 'P', 'L', 'LI']) expect(tree).toContain(`"role":"${role}"`)
  })

  it('ROUTE-08 ends on each page what it began there, so that no reader has to guess', () => {
    const file = readFileSync(getPdfPath(name)).toString('latin1')
    const drawn = [...file.matchAll(/\/FlateDecode[^>]*>>\s+stream\r?\n([\s\S]*?)\r?\nendstream/g)]
      .map(([, packed = '']) => inflateSync(Buffer.from(packed, 'latin1')).toString('latin1'))
      .filter((text) => /\bBT\b/.test(text))
    expect(drawn.length).toBeGreaterThan(2)
    const marks = drawn.map((text) => [text.match(/\b(?:BDC|BMC)\b/g)?.length, text.match(/\bEMC\b/g)?.length])
    for (const [begun, ended] of marks) expect(ended).toBe(begun)
  })

  it('ROUTE-08 fits the law: roles, bases, retention, rights, AI, and the services behind', () => {
    const text = readLegalText(name)
    for (const word of [
      'LGPD',
      'controladora',
      'inteligência artificial',
      'WhatsApp',
      'Google Calendar',
      '30 dias',
      'suboperadores',
    ])
      expect(text).toContain(word)
  })
})

it('ROUTE-08 a document that lacks the name of somebody is not made', () => {
  expect(replacePlaceholders('De {{a}}.', { a: 'Aurora' })).toBe('De Aurora.')
  expect(() => replacePlaceholders('De {{b}}.', { a: 'Aurora' })).toThrow('"b"')
})
