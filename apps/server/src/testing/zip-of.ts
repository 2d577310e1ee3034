import { crc32, deflateRawSync } from 'node:zlib'

/** Encodes a number as little-endian bytes. */
const le = (bytes: number, value: number): Buffer => {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntLE(value, 0, bytes)
  return buffer
}
const EMPTY_DATE = Buffer.alloc(4)

/** Creates a ZIP archive. `claims`: a false uncompressed size to declare for each file. */
export function zipOf(files: Readonly<Record<string, string | Buffer>>, claims?: number): Buffer {
  const parts: Buffer[] = []
  const central: Buffer[] = []
  let at = 0
  for (const [name, content] of Object.entries(files)) {
    const [label, bytes] = [Buffer.from(name), Buffer.from(content)]
    const packed = deflateRawSync(bytes)
    const about = [
      le(2, 8),
      EMPTY_DATE,
      le(4, crc32(bytes)),
      le(4, packed.length),
      le(4, claims ?? bytes.length),
      le(2, label.length),
    ]
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), le(2, 20), le(2, 0), ...about, le(2, 0), label, packed])
    central.push(
      Buffer.concat([Buffer.from('PK\x01\x02'), le(2, 20), le(2, 20), le(2, 0), ...about, Buffer.alloc(12), le(4, at), label]),
    )
    parts.push(local)
    at += local.length
  }
  const listed = Buffer.concat(central)
  const count = le(2, central.length)
  const end = [Buffer.from('PK\x05\x06'), Buffer.alloc(4), count, count, le(4, listed.length), le(4, at), le(2, 0)]
  return Buffer.concat([...parts, listed, ...end])
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const RELS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types'
const MAIN = 'application/vnd.openxmlformats-officedocument.'
const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const S = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const officeOf = (main: string, type: string, parts: Readonly<Record<string, string | Buffer>>, claims?: number): Buffer =>
  zipOf(
    {
      '[Content_Types].xml': `${XML}<Types xmlns="${TYPES}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${main}" ContentType="${MAIN}${type}.main+xml"/></Types>`,
      '_rels/.rels': `${XML}<Relationships xmlns="${RELS}"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="${main}"/></Relationships>`,
      ...parts,
    },
    claims,
  )

/** Creates a DOCX; paragraphs that begin with '# ' are headings. */
export const docxOf = (paragraphs: readonly string[], claims?: number): Buffer => docxWith(docxXml(paragraphs), claims)

/** Creates the markup of a DOCX. */
export function docxXml(paragraphs: readonly string[]): string {
  const body = paragraphs.map((written) => {
    const isHeading = written.startsWith('# ')
    const style = isHeading ? '<w:pPr><w:pStyle w:val="Heading1"/></w:pPr>' : ''
    return `<w:p>${style}<w:r><w:t>${escaped(isHeading ? written.slice(2) : written)}</w:t></w:r></w:p>`
  })
  return `${XML}<w:document xmlns:w="${W}"><w:body>${body.join('')}</w:body></w:document>`
}

/** Creates a DOCX with the given markup as its document. */
export const docxWith = (document: string | Buffer, claims?: number): Buffer =>
  officeOf(
    'word/document.xml',
    'wordprocessingml.document',
    {
      'word/document.xml': document,
      'word/styles.xml': `${XML}<w:styles xmlns:w="${W}"><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style></w:styles>`,
      'word/_rels/document.xml.rels': `${XML}<Relationships xmlns="${RELS}"><Relationship Id="r1" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    },
    claims,
  )

/** Creates a PPTX without slides. */
export const pptxOf = (): Buffer =>
  officeOf('ppt/presentation.xml', 'presentationml.presentation', {
    'ppt/presentation.xml': `${XML}<p:presentation xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"/>`,
  })

type Rows = readonly (readonly (string | number)[])[]

/** Creates an XLSX with the given sheets by name. */
export const xlsxOf = (sheets: Readonly<Record<string, Rows>>): Buffer =>
  xlsxWith(Object.fromEntries(Object.entries(sheets).map(([name, rows]) => [name, sheetXml(rows)])))

/** Creates the markup of a sheet. */
export function sheetXml(rows: Rows): string {
  const cell = (value: string | number, ref: string): string =>
    typeof value === 'number'
      ? `<c r="${ref}"><v>${value}</v></c>`
      : `<c r="${ref}" t="inlineStr"><is><t>${escaped(value)}</t></is></c>`
  const lines = rows.map(
    (row, y) =>
      `<row r="${y + 1}">${row.map((value, x) => cell(value, `${String.fromCharCode(65 + x)}${y + 1}`)).join('')}</row>`,
  )
  return `${XML}<worksheet xmlns="${S}"><sheetData>${lines.join('')}</sheetData></worksheet>`
}

/** Creates an XLSX with the markup of its sheets by name. */
export function xlsxWith(sheets: Readonly<Record<string, string | Buffer>>): Buffer {
  const names = Object.keys(sheets)
  return officeOf('xl/workbook.xml', 'spreadsheetml.sheet', {
    'xl/workbook.xml': `${XML}<workbook xmlns="${S}" xmlns:r="${OFFICE}"><sheets>${names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="s${at}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${RELS}">${names.map((_, at) => `<Relationship Id="s${at}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`).join('')}</Relationships>`,
    ...Object.fromEntries(Object.values(sheets).map((table, at) => [`xl/worksheets/sheet${at + 1}.xml`, table])),
  })
}
