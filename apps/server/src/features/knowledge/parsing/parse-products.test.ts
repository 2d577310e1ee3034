import { describe, expect, it } from 'vitest'
import { parseDocument } from './documents/parse-document.ts'
import { parseProductPassages } from './parse-products.ts'

/** Returns price, expiry and report of one product with these cells. */
const readOne = (price: string, until = '') => {
  const { passages, report } = parseProductPassages(`Nome;Preço;Validade\nSofá;"${price}";${until}`)
  return { cents: passages[0]?.product?.price_cents, until: passages[0]?.product?.valid_until, report: report.join('\n') }
}

describe('a product sheet', () => {
  it.each([
    ['350,000.00', 35_000_000],
    ['1,234.56', 123_456],
    ['1.234,56', 123_456],
    ['1,234,567.89', 123_456_789],
    ['1.234.567,8', 123_456_780],
    ['1,234,567', 123_456_700],
    ['R$ 350.000', 35_000_000],
    ['R$ 350 mil', 35_000_000],
    ['1,2 mi', 120_000_000],
    ['350000', 35_000_000],
    ['1234.5', 123_450],
    ['99,90', 9_990],
    ['0.99', 99],
  ])('reads the price %s by its last separator', (written, cents) => {
    expect(readOne(written)).toMatchObject({ cents, report: '' })
  })

  it.each(['350,000', '1,234', '1.250 mil'])('reports the price %s, which can be read in two ways', (written) => {
    const { cents, report } = readOne(written)
    expect(cents).toBeNull()
    expect(report).toBe(`Linha 2: preço “${written}” pode ser lido de dois jeitos; entrou sem preço.`)
  })

  it.each(['a combinar', '1.2.3', '1,23,456', '12.34,567', '1.234.56'])('reports the price %s, which is no number', (written) => {
    const { cents, report } = readOne(written)
    expect(cents).toBeNull()
    expect(report).toContain('não é um número')
  })

  it.each(['31/12/26', '31/12/2026', '31-12-2026', '31.12.2026', '31-12-26', '2026-12-31'])('reads the day %s', (written) => {
    expect(readOne('10', written)).toMatchObject({ until: '2026-12-31', report: '' })
  })

  it.each(['31/02/26', '31/12/1999', '31/12-2026', 'sempre'])('reports %s, which is no day to come', (written) => {
    const { until, report } = readOne('10', written)
    expect(until).toBeNull()
    expect(report).toContain('não é uma data')
  })

  const TABLE = 'Nome;Preço\nSofá;"1.234,56"\n'
  it.each([
    ['with a byte order mark of UTF-16', Buffer.from(`\uFEFF${TABLE}`, 'utf16le')],
    ['with that of UTF-16, the other way round', Buffer.from(`\uFEFF${TABLE}`, 'utf16le').swap16()],
    ['that names its separator', Buffer.from(`sep=;\r\n${TABLE}`)],
    ['with a title above its headings', Buffer.from(`Tabela de novembro;\n;\n${TABLE}`)],
  ])('is read from a file %s', async (_what, bytes) => {
    const { passages, report } = await parseDocument({ format: 'csv', contentKind: 'products', bytes: new Uint8Array(bytes) })
    expect(report).toEqual([])
    expect(passages.map(({ product }) => product)).toMatchObject([{ name: 'Sofá', price_cents: 123_456 }])
  })
})
