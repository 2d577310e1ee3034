import { deflateSync } from 'node:zlib'

/** Number of pages, and of words in the one drawing that every page shows: the file is small, but parsing it takes very long. */
const PAGE_COUNT = 50
const WORD_COUNT = 3_000_000

/** Returns a small PDF that keeps its parser busy. */
export function createSlowPdf(): Buffer {
  const drawing = deflateSync(`BT /F 9 Tf ${'(a) Tj '.repeat(WORD_COUNT)}ET`)
  const kids = Array.from({ length: PAGE_COUNT }, (_, at) => `${5 + at} 0 R`)
  const objects: (string | Buffer)[][] = [
    ['<< /Type /Catalog /Pages 2 0 R >>'],
    [`<< /Type /Pages /Count ${PAGE_COUNT} /Kids [${kids.join(' ')}] >>`],
    ['<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'],
    [`<< /Length ${drawing.length} /Filter /FlateDecode >>\nstream\n`, drawing, '\nendstream'],
    ...kids.map(() => [
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F 3 0 R >> >> >>',
    ]),
  ]
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const places: number[] = []
  let at = parts[0]?.length ?? 0
  const put = (part: string | Buffer): void => {
    const bytes = Buffer.from(part)
    parts.push(bytes)
    at += bytes.length
  }
  for (const [index, object] of objects.entries()) {
    places.push(at)
    put(`${index + 1} 0 obj\n`)
    for (const part of object) put(part)
    put('\nendobj\n')
  }
  const listed = at
  put(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`)
  for (const place of places) put(`${String(place).padStart(10, '0')} 00000 n \n`)
  put(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${listed}\n%%EOF\n`)
  return Buffer.concat(parts)
}
