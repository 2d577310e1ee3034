import PDFDocument from 'pdfkit'

/** The content of a PDF page: its heading and the paragraphs below. */
export interface PdfPage {
  readonly heading?: string
  readonly paragraphs: readonly string[]
}

/** Creates a PDF with embedded fonts, wrapped lines and spaced paragraphs, as word processors do. */
export async function createPdf(pages: readonly PdfPage[], password?: string): Promise<Buffer> {
  const pdf = new PDFDocument({ autoFirstPage: false, ...(password ? { userPassword: password } : {}) })
  const parts: Buffer[] = []
  pdf.on('data', (part: Buffer) => parts.push(part))
  const whole = new Promise<Buffer>((resolve) => pdf.on('end', () => resolve(Buffer.concat(parts))))
  for (const { heading, paragraphs } of pages) {
    pdf.addPage()
    if (heading) pdf.fontSize(18).text(heading).moveDown()
    for (const paragraph of paragraphs) pdf.fontSize(11).text(paragraph).moveDown()
    if (paragraphs.length === 0) pdf.rect(50, 50, 200, 200).fill('grey')
  }
  pdf.end()
  return whole
}
