import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import type * as fileTasks from '../../features/files/isolated/file-tasks.ts'
import type { DocumentFile } from '../../features/knowledge/parsing/documents/knowledge-tasks.ts'
import { createAac, createAmr, createMp3, createMp4, setMp4Brand } from '../files/create-media.ts'
import { createPdf } from '../files/create-pdf.ts'
import {
  buildDocxXml,
  buildSheetXml,
  createDocx,
  createDocxFromXml,
  createEmptyPptx,
  createXlsx,
  createXlsxFromXml,
} from '../files/office-files.ts'
import { aVoice } from '../files/unique-voice-note.ts'

/** A task by which the product reads a file, and how a document is to be read. */
export type Inspection =
  | { readonly task: keyof typeof fileTasks }
  | ({ readonly task: 'readDocument' } & Pick<DocumentFile, 'format' | 'contentKind'>)

/** A small valid file of a type that the product accepts. */
export interface FileSeed {
  readonly name: string
  /** The bytes that are mutated. */
  readonly bytes: Buffer
  /** Makes the file of the bytes: packs them, or corrects checksums that would hide every mutation behind them. */
  readonly assemble?: (bytes: Buffer) => Buffer
  readonly inspections: readonly Inspection[]
}

const INSPECT_TASK = { task: 'inspectFile' } as const
const MEDIA_INSPECTIONS: readonly Inspection[] = [INSPECT_TASK, { task: 'readAudio' }]
const IMAGE_INSPECTIONS: readonly Inspection[] = [INSPECT_TASK, { task: 'makeThumbnail' }, { task: 'makeUprightJpeg' }]
const listDocumentInspections = (
  format: DocumentFile['format'],
  ...ways: DocumentFile['contentKind'][]
): readonly Inspection[] => [INSPECT_TASK, ...ways.map((contentKind) => ({ task: 'readDocument', format, contentKind }) as const)]

const PARAGRAPH = 'O apartamento tem três quartos, duas vagas e varanda. A visita é com hora marcada; fale com a portaria. '
const TEXT = `Prazos:\n\n${PARAGRAPH.repeat(14)}\n\n${PARAGRAPH}\n\n- Sinal\n- Escritura\n\n# Visitas\n\nDe segunda a sexta.\n`
const FAQ = 'P: Aceita pet?\nR: Sim, até 10 kg.\n\nPergunta: Tem vaga?\nResposta: Uma por unidade.\nHá elevador?\nHá dois.\n'
const ROWS = [
  ['Nome', 'Preço', 'Descrição', 'Válido até', 'Quartos', 'Foto'],
  ['Studio Sol', 'R$ 398.000,00', 'Perto do metrô', '31/12/2027', '1', 'https://exemplo.com.br/1.jpg'],
  ['Casa "Azul"', '350 mil', 'Rua calma\ncom árvores', '2027-01-31', '3', ''],
]
const quoteCsvCell = (cell: string): string => (/[";\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
const CSV = ROWS.map((row) => row.map(quoteCsvCell).join(';')).join('\r\n')
const HTML = `<!doctype html><html><head><title>Casa</title><style>p{}</style></head><body><nav>Menu</nav><h1>Casa</h1><p>${PARAGRAPH}</p>
<ul><li>Sol<li>Vista <b>livre</b></ul><table><tr><th>Bairro<th>Prazo</tr><tr><td>Moema<td>2 dias</tr></table><script>1</script></body></html>`

/** A PDF whose objects are readable, so that a mutation meets its structure and not a compressed stream. */
const createPlainPdf = (): Buffer => {
  const text = `BT /F1 12 Tf 72 700 Td (${'Garantia de noventa dias. '.repeat(8)}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  const body = objects.map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`)
  const offsets = body.map((_, at) => 9 + body.slice(0, at).join('').length)
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  return Buffer.from(
    `%PDF-1.4\n${body.join('')}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${9 + body.join('').length}\n%%EOF`,
  )
}

/** A legacy Office container as far as its detection reads it. */
const createLegacyOfficeFile = (): Buffer => {
  const bytes = Buffer.alloc(2_048, 0xff)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(bytes)
  return bytes
}

/** Writes the right checksum behind each chunk of a PNG. */
function fixPngChecksums(png: Buffer): Buffer {
  const corrected = Buffer.from(png)
  for (let at = 8; at + 12 <= corrected.length; ) {
    const end = at + 8 + corrected.readUInt32BE(at)
    if (end + 4 > corrected.length) break
    corrected.writeUInt32BE(crc32(corrected.subarray(at + 4, end)), end)
    at = end + 4
  }
  return corrected
}

/** Makes a seed of every accepted type, and of what WhatsApp, pages and product sheets bring besides. */
export async function createFileSeeds(): Promise<FileSeed[]> {
  const noise = Buffer.from(Array.from({ length: 64 * 48 * 3 }, (_, at) => (at * 7_919) % 256))
  const picture = () => sharp(noise, { raw: { width: 64, height: 48, channels: 3 } }).withMetadata({ orientation: 6 })
  const png = await picture().png().toBuffer()
  const film = await createMp4({ fastStart: 'in-memory' })
  const sound = await createMp4({ fastStart: false }, { hasVideo: false })
  return [
    { name: 'foto.jpg', bytes: await picture().jpeg().toBuffer(), inspections: IMAGE_INSPECTIONS },
    {
      name: 'foto-progressiva.jpg',
      bytes: await picture().jpeg({ progressive: true }).toBuffer(),
      inspections: IMAGE_INSPECTIONS,
    },
    { name: 'foto.png', bytes: png, inspections: IMAGE_INSPECTIONS },
    { name: 'somas-certas.png', bytes: png, assemble: fixPngChecksums, inspections: IMAGE_INSPECTIONS },
    { name: 'figurinha.webp', bytes: await picture().webp().toBuffer(), inspections: IMAGE_INSPECTIONS },
    { name: 'animação.gif', bytes: await picture().gif().toBuffer(), inspections: IMAGE_INSPECTIONS },
    { name: 'filme.mp4', bytes: film, inspections: MEDIA_INSPECTIONS },
    {
      name: 'em-partes.mp4',
      bytes: await createMp4({ fastStart: 'fragmented', minimumFragmentDuration: 0.2 }),
      inspections: MEDIA_INSPECTIONS,
    },
    { name: 'celular.3gp', bytes: setMp4Brand(film, '3gp4'), inspections: MEDIA_INSPECTIONS },
    { name: 'gravação.m4a', bytes: setMp4Brand(sound, 'M4A '), inspections: MEDIA_INSPECTIONS },
    { name: 'audiolivro.m4b', bytes: setMp4Brand(sound, 'M4B '), inspections: MEDIA_INSPECTIONS },
    { name: 'voz.ogg', bytes: aVoice(2), inspections: MEDIA_INSPECTIONS },
    { name: 'música.mp3', bytes: createMp3(40, false), inspections: MEDIA_INSPECTIONS },
    { name: 'com-índice.mp3', bytes: createMp3(40, true), inspections: MEDIA_INSPECTIONS },
    { name: 'recado.aac', bytes: createAac(40), inspections: MEDIA_INSPECTIONS },
    { name: 'recado.amr', bytes: createAmr(40), inspections: MEDIA_INSPECTIONS },
    {
      name: 'proposta.pdf',
      bytes: await createPdf([{ heading: 'Garantia', paragraphs: [PARAGRAPH, PARAGRAPH] }, { paragraphs: [PARAGRAPH] }]),
      inspections: listDocumentInspections('pdf', 'file'),
    },
    { name: 'legível.pdf', bytes: createPlainPdf(), inspections: listDocumentInspections('pdf', 'file') },
    {
      name: 'contrato.docx',
      bytes: createDocx(['# Prazos', PARAGRAPH, 'Sinal']),
      inspections: listDocumentInspections('docx', 'file'),
    },
    {
      name: 'por-dentro.docx',
      bytes: Buffer.from(buildDocxXml(['# Prazos', PARAGRAPH, 'Sinal'])),
      assemble: (bytes) => createDocxFromXml(bytes),
      inspections: listDocumentInspections('docx', 'file'),
    },
    {
      name: 'planilha.xlsx',
      bytes: createXlsx({ Venda: ROWS }),
      inspections: listDocumentInspections('xlsx', 'file', 'products'),
    },
    {
      name: 'por-dentro.xlsx',
      bytes: Buffer.from(buildSheetXml(ROWS)),
      assemble: (bytes) => createXlsxFromXml({ Venda: bytes, Aluguel: buildSheetXml(ROWS) }),
      inspections: listDocumentInspections('xlsx', 'file', 'products'),
    },
    { name: 'slides.pptx', bytes: createEmptyPptx(), inspections: [INSPECT_TASK] },
    ...['antigo.doc', 'antigo.xls', 'antigo.ppt'].map((name) => ({
      name,
      bytes: createLegacyOfficeFile(),
      inspections: [INSPECT_TASK],
    })),
    { name: 'texto.txt', bytes: Buffer.from(TEXT), inspections: listDocumentInspections('txt', 'file') },
    { name: 'perguntas.txt', bytes: Buffer.from(FAQ), inspections: listDocumentInspections('txt', 'file') },
    { name: 'folha.csv', bytes: Buffer.from(CSV), inspections: listDocumentInspections('csv', 'file', 'products') },
    {
      name: 'utf16.csv',
      bytes: Buffer.from(`\ufeff${CSV}`, 'utf16le'),
      inspections: listDocumentInspections('csv', 'file', 'products'),
    },
    {
      name: 'página.html',
      bytes: Buffer.from(HTML),
      inspections: [{ task: 'readDocument', format: 'html', contentKind: 'page' }],
    },
  ]
}
