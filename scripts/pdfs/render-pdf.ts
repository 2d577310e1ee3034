import { createRequire } from 'node:module'
import { lexer, type Token, type Tokens } from 'marked'
import PdfDocument from 'pdfkit'

/** Layout of a paper page in the product's design: ink on white, with a rule in the margin at the title. */

const require = createRequire(import.meta.url)
const REGULAR_FONT = require.resolve(
  '@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-400-normal.woff',
)
const BOLD_FONT = require.resolve('@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-700-normal.woff')

const TEXT_COLOR = '#16302f'
const MUTED_COLOR = '#4f6464'
const ACCENT_COLOR = '#a8501e'
const MARGINS = { top: 64, bottom: 72, left: 72, right: 72 }
const BODY_TEXT = { size: 10.5, gap: 3.5 }
const LIST_INDENT = 14

/** A part of a text in one font weight. */
interface TextRun {
  text: string
  bold: boolean
}

const toTextRuns = (tokens: readonly Token[], bold = false): TextRun[] =>
  tokens.flatMap((token) => {
    if (token.type === 'strong') return toTextRuns((token as Tokens.Strong).tokens, true)
    if ('tokens' in token && token.tokens) return toTextRuns(token.tokens, bold)
    return [{ text: 'text' in token ? String(token.text) : token.raw, bold }]
  })

type PdfPaper = InstanceType<typeof PdfDocument>

/** Writes runs as one paragraph, each continuing after the previous one. */
const writeParagraph = (paper: PdfPaper, runs: readonly TextRun[], options: { indent?: number } = {}): void => {
  const x = MARGINS.left + (options.indent ?? 0)
  const width = paper.page.width - x - MARGINS.right
  for (const [at, { text, bold }] of runs.entries()) {
    paper
      .font(bold ? 'bold' : 'regular')
      .fillColor(TEXT_COLOR)
      .fontSize(BODY_TEXT.size)
    const rest = { width, lineGap: BODY_TEXT.gap, continued: at < runs.length - 1 }
    if (at === 0) paper.text(text, x, paper.y, rest)
    else paper.text(text, rest)
  }
}

const writeHeading = (paper: PdfPaper, { depth, text }: Tokens.Heading): void => {
  if (depth === 1) {
    paper.rect(MARGINS.left - 14, paper.y + 2, 3, 24).fill(ACCENT_COLOR)
    paper.font('bold').fillColor(TEXT_COLOR).fontSize(22).text(text, MARGINS.left, paper.y)
    paper.moveDown(0.5)
    return
  }
  const room = paper.page.height - MARGINS.bottom - paper.y
  if (room < 72) paper.continueOnNewPage()
  paper.moveDown(0.6)
  paper.font('bold').fillColor(TEXT_COLOR).fontSize(12.5).text(text, MARGINS.left, paper.y)
  paper.moveDown(0.3)
}

/** Adds a tagged block (heading, paragraph or list) to the structure that screen readers use. */
const addBlock = (paper: PdfPaper, parent: PDFKit.PDFStructureElement, token: Token): void => {
  if (token.type === 'heading') {
    const title = token as Tokens.Heading
    parent.add(paper.struct(`H${title.depth}`, {}, () => writeHeading(paper, title)))
  } else if (token.type === 'paragraph') {
    const runs = toTextRuns((token as Tokens.Paragraph).tokens)
    parent.add(
      paper.struct('P', {}, () => {
        writeParagraph(paper, runs)
        paper.moveDown(0.45)
      }),
    )
  } else if (token.type === 'list') {
    const list = paper.struct('L')
    parent.add(list)
    for (const item of (token as Tokens.List).items) list.add(createListItem(paper, item))
    list.end()
  }
}

const createListItem = (paper: PdfPaper, { tokens }: Tokens.ListItem): PDFKit.PDFStructureElement => {
  const label = paper.struct('Lbl', {}, () => {
    if (paper.page.height - MARGINS.bottom - paper.y < 24) paper.continueOnNewPage()
    paper.font('regular').fillColor(MUTED_COLOR).fontSize(BODY_TEXT.size)
    const { y } = paper
    paper.text('–', MARGINS.left, y, { lineBreak: false })
    paper.y = y
  })
  const body = paper.struct('LBody', {}, () => {
    writeParagraph(paper, toTextRuns(tokens), { indent: LIST_INDENT })
    paper.moveDown(0.25)
  })
  return paper.struct('LI', {}, [label, body])
}

const numberPages = (paper: PdfPaper): void => {
  const { start, count } = paper.bufferedPageRange()
  for (let at = start; at < start + count; at += 1) {
    paper.switchToPage(at)
    // The footer is below the bottom margin; without this, PDFKit would begin a new page.
    paper.page.margins.bottom = 0
    paper.markContent('Artifact', { type: 'Pagination' })
    paper.font('regular').fillColor(MUTED_COLOR).fontSize(8.5)
    paper.text(`Prosa · ${at + 1} de ${count}`, MARGINS.left, paper.page.height - 44, {
      width: paper.page.width - MARGINS.left - MARGINS.right,
      align: 'right',
      lineBreak: false,
    })
    paper.endMarkedContent()
  }
}

/** Renders a text as a tagged PDF in Portuguese, with its title and `mark`, which identifies its source. */
export async function renderPdf(markdown: string, mark: string): Promise<Buffer> {
  const tokens = lexer(markdown)
  const title = tokens.find((token): token is Tokens.Heading => token.type === 'heading')?.text ?? 'Prosa'
  const paper = new PdfDocument({
    size: 'A4',
    margins: MARGINS,
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'pt-BR',
    displayTitle: true,
    info: { Title: title, Author: 'Prosa', Subject: `${title} da Prosa`, Keywords: mark, CreationDate: new Date(0) },
  })
  paper.registerFont('regular', REGULAR_FONT).registerFont('bold', BOLD_FONT)
  const parts: Buffer[] = []
  const whole = new Promise<Buffer>((resolve, reject) => {
    paper.on('data', (part: Buffer) => parts.push(part))
    paper.on('end', () => resolve(Buffer.concat(parts)))
    paper.on('error', reject)
  })
  const document = paper.struct('Document')
  paper.addStructure(document)
  for (const token of tokens) addBlock(paper, document, token)
  document.end()
  numberPages(paper)
  paper.end()
  return whole
}
