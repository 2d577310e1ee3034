import { createRequire } from 'node:module'
import { lexer, type Token, type Tokens } from 'marked'
import PdfDocument from 'pdfkit'

/** Layout of a paper page in the product's design: ink on white, with a rule in the margin at the title. */

const require = createRequire(import.meta.url)
const REGULAR = require.resolve('@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-400-normal.woff')
const BOLD = require.resolve('@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-700-normal.woff')

const INK = '#16302f'
const QUIET = '#4f6464'
const URUCUM = '#a8501e'
const MARGINS = { top: 64, bottom: 72, left: 72, right: 72 }
const BODY = { size: 10.5, gap: 3.5 }
const INDENT = 14

/** A part of a text in one font weight. */
interface Run {
  text: string
  bold: boolean
}

const runsOf = (tokens: readonly Token[], bold = false): Run[] =>
  tokens.flatMap((token) => {
    if (token.type === 'strong') return runsOf((token as Tokens.Strong).tokens, true)
    if ('tokens' in token && token.tokens) return runsOf(token.tokens, bold)
    return [{ text: 'text' in token ? String(token.text) : token.raw, bold }]
  })

type Paper = InstanceType<typeof PdfDocument>

/** Writes runs as one paragraph, each continuing after the previous one. */
const write = (paper: Paper, runs: readonly Run[], options: { indent?: number } = {}): void => {
  const x = MARGINS.left + (options.indent ?? 0)
  const width = paper.page.width - x - MARGINS.right
  for (const [at, { text, bold }] of runs.entries()) {
    paper
      .font(bold ? 'bold' : 'regular')
      .fillColor(INK)
      .fontSize(BODY.size)
    const rest = { width, lineGap: BODY.gap, continued: at < runs.length - 1 }
    if (at === 0) paper.text(text, x, paper.y, rest)
    else paper.text(text, rest)
  }
}

const heading = (paper: Paper, { depth, text }: Tokens.Heading): void => {
  if (depth === 1) {
    paper.rect(MARGINS.left - 14, paper.y + 2, 3, 24).fill(URUCUM)
    paper.font('bold').fillColor(INK).fontSize(22).text(text, MARGINS.left, paper.y)
    paper.moveDown(0.5)
    return
  }
  const room = paper.page.height - MARGINS.bottom - paper.y
  if (room < 72) paper.continueOnNewPage()
  paper.moveDown(0.6)
  paper.font('bold').fillColor(INK).fontSize(12.5).text(text, MARGINS.left, paper.y)
  paper.moveDown(0.3)
}

/** Adds a tagged block (heading, paragraph or list) to the structure that screen readers use. */
const addBlock = (paper: Paper, parent: PDFKit.PDFStructureElement, token: Token): void => {
  if (token.type === 'heading') {
    const title = token as Tokens.Heading
    parent.add(paper.struct(`H${title.depth}`, {}, () => heading(paper, title)))
  } else if (token.type === 'paragraph') {
    const runs = runsOf((token as Tokens.Paragraph).tokens)
    parent.add(
      paper.struct('P', {}, () => {
        write(paper, runs)
        paper.moveDown(0.45)
      }),
    )
  } else if (token.type === 'list') {
    const list = paper.struct('L')
    parent.add(list)
    for (const item of (token as Tokens.List).items) list.add(listItem(paper, item))
    list.end()
  }
}

const listItem = (paper: Paper, { tokens }: Tokens.ListItem): PDFKit.PDFStructureElement => {
  const label = paper.struct('Lbl', {}, () => {
    if (paper.page.height - MARGINS.bottom - paper.y < 24) paper.continueOnNewPage()
    paper.font('regular').fillColor(QUIET).fontSize(BODY.size)
    const { y } = paper
    paper.text('–', MARGINS.left, y, { lineBreak: false })
    paper.y = y
  })
  const body = paper.struct('LBody', {}, () => {
    write(paper, runsOf(tokens), { indent: INDENT })
    paper.moveDown(0.25)
  })
  return paper.struct('LI', {}, [label, body])
}

const number = (paper: Paper): void => {
  const { start, count } = paper.bufferedPageRange()
  for (let at = start; at < start + count; at += 1) {
    paper.switchToPage(at)
    // The footer is below the bottom margin; without this, PDFKit would begin a new page.
    paper.page.margins.bottom = 0
    paper.markContent('Artifact', { type: 'Pagination' })
    paper.font('regular').fillColor(QUIET).fontSize(8.5)
    paper.text(`Prosa · ${at + 1} de ${count}`, MARGINS.left, paper.page.height - 44, {
      width: paper.page.width - MARGINS.left - MARGINS.right,
      align: 'right',
      lineBreak: false,
    })
    paper.endMarkedContent()
  }
}

/** Renders a text as a tagged PDF in Portuguese, with its title and `mark`, which identifies its source. */
export async function pdfOf(markdown: string, mark: string): Promise<Buffer> {
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
  paper.registerFont('regular', REGULAR).registerFont('bold', BOLD)
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
  number(paper)
  paper.end()
  return whole
}
