import { splitTextAtLinks, type TextPart } from './links.ts'

/** A part of a message's text with the same styles. The texts of all parts, joined, are the original text. */
export interface TextRun extends TextPart {
  readonly bold?: true
  readonly italic?: true
  readonly strike?: true
  readonly mono?: true
  /**
   * Set for formatting characters such as `*`. `hidden`: they are not displayed, but stay in the text for copying. `bullet`: displayed as a
   * dot.
   */
  readonly mark?: 'hidden' | 'bullet'
}

/** A block of a message's text. `text`: one or more paragraphs. `quote`: a quoted line. `code`: preformatted lines. */
export interface TextBlock {
  readonly kind: 'text' | 'quote' | 'code'
  readonly runs: readonly TextRun[]
}

type Style = 'bold' | 'italic' | 'strike' | 'mono'

const STYLES: Readonly<Record<string, Style>> = { '*': 'bold', _: 'italic', '~': 'strike', '`': 'mono' }
const CODE_FENCE = '```'
const FORMATTING_CHARACTERS = /[*_~`]|^(?:>|-) /m
const LINE_START = /^(?:(> )|([-*] ))(?=\S)/

const isWord = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{N}]/u.test(character)
const isSpace = (character: string | undefined): boolean => character === undefined || /\s/.test(character)

/** A character of a line, or a whole link. Characters within a link never format the text. */
type Piece = Readonly<TextPart>

const splitIntoPieces = (line: string): Piece[] =>
  splitTextAtLinks(line).flatMap((part) => (part.href === undefined ? part.text.split('').map((text) => ({ text })) : [part]))

const isMark = (piece: Piece | undefined, character: string) => piece?.text === character && piece.href === undefined

const canOpenStyle = (pieces: readonly Piece[], index: number, character: string): boolean =>
  !isWord(pieces[index - 1]?.text.slice(-1)) && !isSpace(pieces[index + 1]?.text) && !isMark(pieces[index + 1], character)

const canCloseStyle = (pieces: readonly Piece[], index: number): boolean =>
  !isSpace(pieces[index - 1]?.text.slice(-1)) && !isWord(pieces[index + 1]?.text.charAt(0))

const findClosingMark = (pieces: readonly Piece[], from: number, end: number, character: string): number => {
  for (let index = from; index < end; index += 1)
    if (isMark(pieces[index], character) && canCloseStyle(pieces, index)) return index
  return -1
}

type Styles = Readonly<Partial<Record<Style, true>>>

/** Appends a piece to the last run if both have the same styles and neither is a link; otherwise as a new run. */
const appendPiece = (runs: TextRun[], piece: Piece, styles: Styles): void => {
  const lastRun = runs.at(-1)
  const isSame =
    lastRun !== undefined &&
    lastRun.mark === undefined &&
    lastRun.href === undefined &&
    piece.href === undefined &&
    Object.values(STYLES).every((style) => lastRun[style] === styles[style])
  if (isSame) runs[runs.length - 1] = { ...lastRun, text: lastRun.text + piece.text }
  else runs.push({ ...piece, ...styles })
}

/**
 * Appends the runs for the pieces from index `from` (inclusive) to `to` (exclusive). Searches for each kind of closing character at most
 * once without success, so that parsing takes linear time.
 */
function appendRuns(runs: TextRun[], pieces: readonly Piece[], from: number, to: number, styles: Styles): void {
  const unclosedMarks = new Set<string>()
  for (let index = from; index < to; index += 1) {
    const piece = pieces[index] as Piece
    const style = piece.href === undefined ? STYLES[piece.text] : undefined
    const canOpen =
      style && !styles[style] && !styles.mono && !unclosedMarks.has(piece.text) && canOpenStyle(pieces, index, piece.text)
    const end = canOpen ? findClosingMark(pieces, index + 2, to, piece.text) : -1
    if (canOpen && end === -1) unclosedMarks.add(piece.text)
    if (!style || end === -1) appendPiece(runs, piece, styles)
    else {
      runs.push({ text: piece.text, mark: 'hidden' })
      appendRuns(runs, pieces, index + 1, end, { ...styles, [style]: true })
      runs.push({ text: piece.text, mark: 'hidden' })
      index = end
    }
  }
}

const toPlainBlock = (text: string): TextBlock => ({ kind: 'text', runs: splitTextAtLinks(text) })

/** Parses one line, including its line break, into a block. */
function parseLine(line: string): TextBlock {
  const [start = '', quote, bullet] = LINE_START.exec(line) ?? []
  const runs: TextRun[] = []
  if (quote) runs.push({ text: quote, mark: 'hidden' })
  if (bullet) runs.push({ text: bullet, mark: 'bullet' })
  const pieces = splitIntoPieces(line.slice(start.length))
  appendRuns(runs, pieces, 0, pieces.length, {})
  return { kind: quote ? 'quote' : 'text', runs }
}

const splitLines = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []

const mergeTextBlocks = (blocks: readonly TextBlock[]): TextBlock[] => {
  const merged: { kind: TextBlock['kind']; runs: TextRun[] }[] = []
  for (const { kind, runs } of blocks) {
    const lastBlock = merged.at(-1)
    if (kind === 'text' && lastBlock?.kind === 'text') {
      for (const run of runs) {
        const last = lastBlock.runs.at(-1)
        if (last && Object.keys(last).length === 1 && Object.keys(run).length === 1)
          lastBlock.runs[lastBlock.runs.length - 1] = { text: last.text + run.text }
        else lastBlock.runs.push(run)
      }
    } else merged.push({ kind, runs: [...runs] })
  }
  return merged
}

/**
 * Parses WhatsApp formatting into blocks: `*bold*`, `_italic_`, `~strike~`, `` `mono` ``, preformatted lines in ```` ``` ````, quotations
 * after `> `, and list items after `- ` or `* `. Characters within a link or a word do not format the text.
 */
export function parseFormattedText(content: string): TextBlock[] {
  if (!FORMATTING_CHARACTERS.test(content)) return [toPlainBlock(content)]
  const parts = content.split(CODE_FENCE)
  const blocks = parts.flatMap((part, index): TextBlock[] => {
    const isClosed = index % 2 === 1 && index < parts.length - 1
    if (isClosed && part.trim() !== '') {
      // Adds a line break directly after a preformatted block to that block.
      const next = parts[index + 1] ?? ''
      const lineBreak = next.startsWith('\n') ? '\n' : ''
      parts[index + 1] = next.slice(lineBreak.length)
      const runs = [
        { text: CODE_FENCE, mark: 'hidden' },
        { text: part, mono: true },
        { text: CODE_FENCE + lineBreak, mark: 'hidden' },
      ] as const
      return [{ kind: 'code', runs }]
    }
    const opening = index % 2 === 1 ? CODE_FENCE : ''
    const closing = isClosed ? CODE_FENCE : ''
    return splitLines(opening + part + closing).map(parseLine)
  })
  return mergeTextBlocks(blocks)
}
