import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import type * as fileTasks from '../../features/files/isolated/file-tasks.ts'
import type { GivenFile } from '../../features/knowledge/read/file/knowledge-tasks.ts'
import { pdfOf } from '../pdf-of.ts'
import { aVoice } from '../sounds.ts'
import { docxOf, docxWith, docxXml, pptxOf, sheetXml, xlsxOf, xlsxWith } from '../zip-of.ts'
import { aacOf, amrOf, mp3Of, mp4Of, withBrand } from './made-media.ts'

/** A task by which the product reads a file, and how a document is to be read. */
export type Inspection =
  | { readonly task: keyof typeof fileTasks }
  | ({ readonly task: 'readDocument' } & Pick<GivenFile, 'format' | 'as'>)

/** A small valid file of a type that the product accepts. */
export interface FileSeed {
  readonly name: string
  /** The bytes that are mutated. */
  readonly bytes: Buffer
  /** Makes the file of the bytes: packs them, or corrects checksums that would hide every mutation behind them. */
  readonly assemble?: (bytes: Buffer) => Buffer
  readonly inspections: readonly Inspection[]
}

const INSPECT = { task: 'inspectFile' } as const
const MEDIA: readonly Inspection[] = [INSPECT, { task: 'readAudio' }]
const PICTURE: readonly Inspection[] = [INSPECT, { task: 'makeThumbnail' }, { task: 'makeUprightJpeg' }]
const document = (format: GivenFile['format'], ...ways: GivenFile['as'][]): readonly Inspection[] => [
  INSPECT,
  ...ways.map((as) => ({ task: 'readDocument', format, as }) as const),
]

const PARAGRAPH = 'O apartamento tem três quartos, duas vagas e varanda. A visita é com hora marcada; fale com a portaria. '
const TEXT = `Prazos:\n\n${PARAGRAPH.repeat(14)}\n\n${PARAGRAPH}\n\n- Sinal\n- Escritura\n\n# Visitas\n\nDe segunda a sexta.\n`
const FAQ = 'P: Aceita pet?\nR: Sim, até 10 kg.\n\nPergunta: Tem vaga?\nResposta: Uma por unidade.\nHá elevador?\nHá dois.\n'
const ROWS = [
  ['Nome', 'Preço', 'Descrição', 'Válido até', 'Quartos', 'Foto'],
  ['Studio Sol', 'R$ 398.000,00', 'Perto do metrô', '31/12/2027', '1', 'https://exemplo.com.br/1.jpg'],
  ['Casa "Azul"', '350 mil', 'Rua calma\ncom árvores', '2027-01-31', '3', ''],
]
const quoted = (cell: string): string => (/[";\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
const CSV = ROWS.map((row) => row.map(quoted).join(';')).join('\r\n')
const HTML = `<!doctype html><html><head><title>Casa</title><style>p{}</style></head><body><nav>Menu</nav><h1>Casa</h1><p>${PARAGRAPH}</p>
<ul><li>Sol<li>Vista <b>livre</b></ul><table><tr><th>Bairro<th>Prazo</tr><tr><td>Moema<td>2 dias</tr></table><script>1</script></body></html>`

/** A PDF whose objects are readable, so that a mutation meets its structure and not a compressed stream. */
const plainPdf = (): Buffer => {
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
const legacyOffice = (): Buffer => {
  const bytes = Buffer.alloc(2_048, 0xff)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(bytes)
  return bytes
}

/** Writes the right checksum behind each chunk of a PNG. */
function withChecksums(png: Buffer): Buffer {
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
export async function makeSeeds(): Promise<FileSeed[]> {
  const noise = Buffer.from(Array.from({ length: 64 * 48 * 3 }, (_, at) => (at * 7_919) % 256))
  const picture = () => sharp(noise, { raw: { width: 64, height: 48, channels: 3 } }).withMetadata({ orientation: 6 })
  const png = await picture().png().toBuffer()
  const film = await mp4Of({ fastStart: 'in-memory' })
  const sound = await mp4Of({ fastStart: false }, { hasVideo: false })
  return [
    { name: 'foto.jpg', bytes: await picture().jpeg().toBuffer(), inspections: PICTURE },
    { name: 'foto-progressiva.jpg', bytes: await picture().jpeg({ progressive: true }).toBuffer(), inspections: PICTURE },
    { name: 'foto.png', bytes: png, inspections: PICTURE },
    { name: 'somas-certas.png', bytes: png, assemble: withChecksums, inspections: PICTURE },
    { name: 'figurinha.webp', bytes: await picture().webp().toBuffer(), inspections: PICTURE },
    { name: 'animação.gif', bytes: await picture().gif().toBuffer(), inspections: PICTURE },
    { name: 'filme.mp4', bytes: film, inspections: MEDIA },
    { name: 'em-partes.mp4', bytes: await mp4Of({ fastStart: 'fragmented', minimumFragmentDuration: 0.2 }), inspections: MEDIA },
    { name: 'celular.3gp', bytes: withBrand(film, '3gp4'), inspections: MEDIA },
    { name: 'gravação.m4a', bytes: withBrand(sound, 'M4A '), inspections: MEDIA },
    { name: 'audiolivro.m4b', bytes: withBrand(sound, 'M4B '), inspections: MEDIA },
    { name: 'voz.ogg', bytes: aVoice(2), inspections: MEDIA },
    { name: 'música.mp3', bytes: mp3Of(40, false), inspections: MEDIA },
    { name: 'com-índice.mp3', bytes: mp3Of(40, true), inspections: MEDIA },
    { name: 'recado.aac', bytes: aacOf(40), inspections: MEDIA },
    { name: 'recado.amr', bytes: amrOf(40), inspections: MEDIA },
    {
      name: 'proposta.pdf',
      bytes: await pdfOf([{ heading: 'Garantia', paragraphs: [PARAGRAPH, PARAGRAPH] }, { paragraphs: [PARAGRAPH] }]),
      inspections: document('pdf', 'file'),
    },
    { name: 'legível.pdf', bytes: plainPdf(), inspections: document('pdf', 'file') },
    { name: 'contrato.docx', bytes: docxOf(['# Prazos', PARAGRAPH, 'Sinal']), inspections: document('docx', 'file') },
    {
      name: 'por-dentro.docx',
      bytes: Buffer.from(docxXml(['# Prazos', PARAGRAPH, 'Sinal'])),
      assemble: (bytes) => docxWith(bytes),
      inspections: document('docx', 'file'),
    },
    { name: 'planilha.xlsx', bytes: xlsxOf({ Venda: ROWS }), inspections: document('xlsx', 'file', 'products') },
    {
      name: 'por-dentro.xlsx',
      bytes: Buffer.from(sheetXml(ROWS)),
      assemble: (bytes) => xlsxWith({ Venda: bytes, Aluguel: sheetXml(ROWS) }),
      inspections: document('xlsx', 'file', 'products'),
    },
    { name: 'slides.pptx', bytes: pptxOf(), inspections: [INSPECT] },
    ...['antigo.doc', 'antigo.xls', 'antigo.ppt'].map((name) => ({ name, bytes: legacyOffice(), inspections: [INSPECT] })),
    { name: 'texto.txt', bytes: Buffer.from(TEXT), inspections: document('txt', 'file') },
    { name: 'perguntas.txt', bytes: Buffer.from(FAQ), inspections: document('txt', 'file') },
    { name: 'folha.csv', bytes: Buffer.from(CSV), inspections: document('csv', 'file', 'products') },
    { name: 'utf16.csv', bytes: Buffer.from(`\ufeff${CSV}`, 'utf16le'), inspections: document('csv', 'file', 'products') },
    { name: 'página.html', bytes: Buffer.from(HTML), inspections: [{ task: 'readDocument', format: 'html', as: 'page' }] },
  ]
}
