import { crc32, deflateRawSync } from 'node:zlib'

/** Encodes a number as little-endian bytes. */
const encodeLittleEndian = (bytes: number, value: number): Buffer => {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntLE(value, 0, bytes)
  return buffer
}
const EMPTY_DATE = Buffer.alloc(4)

/** Creates a ZIP archive. `claims`: a false uncompressed size to declare for each file. */
export function createZip(files: Readonly<Record<string, string | Buffer>>, claims?: number): Buffer {
  const parts: Buffer[] = []
  const central: Buffer[] = []
  let at = 0
  for (const [name, content] of Object.entries(files)) {
    const [label, bytes] = [Buffer.from(name), Buffer.from(content)]
    const packed = deflateRawSync(bytes)
    const about = [
      encodeLittleEndian(2, 8),
      EMPTY_DATE,
      encodeLittleEndian(4, crc32(bytes)),
      encodeLittleEndian(4, packed.length),
      encodeLittleEndian(4, claims ?? bytes.length),
      encodeLittleEndian(2, label.length),
    ]
    const local = Buffer.concat([
      Buffer.from('PK\x03\x04'),
      encodeLittleEndian(2, 20),
      encodeLittleEndian(2, 0),
      ...about,
      encodeLittleEndian(2, 0),
      label,
      packed,
    ])
    central.push(
      Buffer.concat([
        Buffer.from('PK\x01\x02'),
        encodeLittleEndian(2, 20),
        encodeLittleEndian(2, 20),
        encodeLittleEndian(2, 0),
        ...about,
        Buffer.alloc(12),
        encodeLittleEndian(4, at),
        label,
      ]),
    )
    parts.push(local)
    at += local.length
  }
  const listed = Buffer.concat(central)
  const count = encodeLittleEndian(2, central.length)
  const end = [
    Buffer.from('PK\x05\x06'),
    Buffer.alloc(4),
    count,
    count,
    encodeLittleEndian(4, listed.length),
    encodeLittleEndian(4, at),
    encodeLittleEndian(2, 0),
  ]
  return Buffer.concat([...parts, listed, ...end])
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const RELATIONSHIPS_NAMESPACE = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE_RELATIONSHIPS_NAMESPACE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const CONTENT_TYPES_NAMESPACE = 'http://schemas.openxmlformats.org/package/2006/content-types'
const OFFICE_CONTENT_TYPE_PREFIX = 'application/vnd.openxmlformats-officedocument.'
const WORD_NAMESPACE = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const SHEET_NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const createOfficeFile = (
  main: string,
  type: string,
  parts: Readonly<Record<string, string | Buffer>>,
  claims?: number,
): Buffer =>
  createZip(
    {
      '[Content_Types].xml': `${XML}<Types xmlns="${CONTENT_TYPES_NAMESPACE}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${main}" ContentType="${OFFICE_CONTENT_TYPE_PREFIX}${type}.main+xml"/></Types>`,
      '_rels/.rels': `${XML}<Relationships xmlns="${RELATIONSHIPS_NAMESPACE}"><Relationship Id="r1" Type="${OFFICE_RELATIONSHIPS_NAMESPACE}/officeDocument" Target="${main}"/></Relationships>`,
      ...parts,
    },
    claims,
  )

/** Creates a DOCX; paragraphs that begin with '# ' are headings. */
export const createDocx = (paragraphs: readonly string[], claims?: number): Buffer =>
  createDocxFromXml(buildDocxXml(paragraphs), claims)

/** Creates the markup of a DOCX. */
export function buildDocxXml(paragraphs: readonly string[]): string {
  const body = paragraphs.map((written) => {
    const isHeading = written.startsWith('# ')
    const style = isHeading ? '<w:pPr><w:pStyle w:val="Heading1"/></w:pPr>' : ''
    return `<w:p>${style}<w:r><w:t>${escapeXml(isHeading ? written.slice(2) : written)}</w:t></w:r></w:p>`
  })
  return `${XML}<w:document xmlns:w="${WORD_NAMESPACE}"><w:body>${body.join('')}</w:body></w:document>`
}

/** Creates a DOCX with the given markup as its document. */
export const createDocxFromXml = (document: string | Buffer, claims?: number): Buffer =>
  createOfficeFile(
    'word/document.xml',
    'wordprocessingml.document',
    {
      'word/document.xml': document,
      'word/styles.xml': `${XML}<w:styles xmlns:w="${WORD_NAMESPACE}"><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style></w:styles>`,
      'word/_rels/document.xml.rels': `${XML}<Relationships xmlns="${RELATIONSHIPS_NAMESPACE}"><Relationship Id="r1" Type="${OFFICE_RELATIONSHIPS_NAMESPACE}/styles" Target="styles.xml"/></Relationships>`,
    },
    claims,
  )

/** Creates a PPTX without slides. */
export const createEmptyPptx = (): Buffer =>
  createOfficeFile('ppt/presentation.xml', 'presentationml.presentation', {
    'ppt/presentation.xml': `${XML}<p:presentation xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"/>`,
  })

type SheetRows = readonly (readonly (string | number)[])[]

/** Creates an XLSX with the given sheets by name. */
export const createXlsx = (sheets: Readonly<Record<string, SheetRows>>): Buffer =>
  createXlsxFromXml(Object.fromEntries(Object.entries(sheets).map(([name, rows]) => [name, buildSheetXml(rows)])))

/** Creates the markup of a sheet. */
export function buildSheetXml(rows: SheetRows): string {
  const cell = (value: string | number, ref: string): string =>
    typeof value === 'number'
      ? `<c r="${ref}"><v>${value}</v></c>`
      : `<c r="${ref}" t="inlineStr"><is><t>${escapeXml(value)}</t></is></c>`
  const lines = rows.map(
    (row, y) =>
      `<row r="${y + 1}">${row.map((value, x) => cell(value, `${String.fromCharCode(65 + x)}${y + 1}`)).join('')}</row>`,
  )
  return `${XML}<worksheet xmlns="${SHEET_NAMESPACE}"><sheetData>${lines.join('')}</sheetData></worksheet>`
}

/** Creates an XLSX with the markup of its sheets by name. */
export function createXlsxFromXml(sheets: Readonly<Record<string, string | Buffer>>): Buffer {
  const names = Object.keys(sheets)
  return createOfficeFile('xl/workbook.xml', 'spreadsheetml.sheet', {
    'xl/workbook.xml': `${XML}<workbook xmlns="${SHEET_NAMESPACE}" xmlns:r="${OFFICE_RELATIONSHIPS_NAMESPACE}"><sheets>${names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="s${at}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${RELATIONSHIPS_NAMESPACE}">${names.map((_, at) => `<Relationship Id="s${at}" Type="${OFFICE_RELATIONSHIPS_NAMESPACE}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`).join('')}</Relationships>`,
    ...Object.fromEntries(Object.values(sheets).map((table, at) => [`xl/worksheets/sheet${at + 1}.xml`, table])),
  })
}
