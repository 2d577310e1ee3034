import { UnreadableSourceError } from '../source-parse-result.ts'
import { DOCUMENT_DAMAGED_TEXT, DOCUMENT_TOO_LARGE_TEXT } from './document-error-texts.ts'

/** Matches an XML tag. Group 1: slash of a closing tag; group 2: name; group 3: attributes, and the slash of an empty element. */
const TAG = /<(\/?)([^\s<>/"'=]+)(?=[\s/>])((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>/y
/** Start and end marks of XML parts that are not tags, such as comments. */
const NON_TAG_MARKUP = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['<!', '>'],
] as const
/** Maximum number of XML nodes outside the root element. The parser needs quadratic time for them. */
const MAX_PARTS_OUTSIDE = 100
/** Maximum nesting depth of XML elements. The parsers are recursive, so deeper nesting could overflow the stack. */
const MAX_DEPTH = 1_000

const CELL_REFERENCE = /\sr\s*=\s*(?:"([^"]*)"|'([^']*)')/
const CELL_ADDRESS = /^([A-Z]{1,3})(\d{1,7})$/
/** Number of cells that the range of a sheet may span in any case. Larger ranges are only allowed if the sheet has that much XML. */
const MAX_SPANNED_CELLS = 1_000_000

const getLocalName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Number of rows and columns that the cells of a sheet span. */
class SheetSpan {
  private rows = 1
  private columns = 1

  /**
   * Extends the span by the reference of a cell or row.
   * @throws UnreadableSourceError for an invalid reference
   */
  add(name: string, attributes: string): void {
    const reference = CELL_REFERENCE.exec(attributes)
    if (!reference) return
    const address = reference[1] ?? reference[2] ?? ''
    const [, letters = '', row = ''] = CELL_ADDRESS.exec(name === 'row' ? `A${address}` : address) ?? []
    if (row === '') throw new UnreadableSourceError(DOCUMENT_DAMAGED_TEXT)
    this.rows = Math.max(this.rows, Number(row))
    this.columns = Math.max(
      this.columns,
      [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0),
    )
  }

  get cells(): number {
    return this.rows * this.columns
  }
}

/**
 * Validates the XML of an Office file before parsing, in linear time. Tags must be balanced, few nodes may be outside the root element, and
 * a sheet must not span many more cells than it contains.
 * @throws UnreadableSourceError with a message for the user
 */
export function validateOfficeMarkup(xml: string): void {
  const openTags: string[] = []
  const span = new SheetSpan()
  let [nodesOutsideRoot, isSheet] = [0, false]
  for (let position = xml.indexOf('<'); position !== -1; position = xml.indexOf('<', position)) {
    const markupStart = position
    const [start, end] = NON_TAG_MARKUP.find(([mark]) => xml.startsWith(mark, markupStart)) ?? []
    if (start !== undefined && end !== undefined) {
      const markupEnd = xml.indexOf(end, position + start.length)
      if (markupEnd === -1) throw new UnreadableSourceError(DOCUMENT_DAMAGED_TEXT)
      position = markupEnd + end.length
    } else {
      TAG.lastIndex = position
      const [tag, slash, name = '', attributes = ''] = TAG.exec(xml) ?? []
      if (tag === undefined) throw new UnreadableSourceError(DOCUMENT_DAMAGED_TEXT)
      position += tag.length
      const localName = getLocalName(name)
      if (openTags.length === 0) isSheet = localName === 'worksheet'
      if (slash === '/' && openTags.pop() !== name) throw new UnreadableSourceError(DOCUMENT_DAMAGED_TEXT)
      if (slash === '' && !attributes.endsWith('/')) openTags.push(name)
      if (isSheet && (localName === 'c' || localName === 'row')) span.add(localName, attributes)
    }
    if (openTags.length === 0) nodesOutsideRoot += 1
    if (nodesOutsideRoot > MAX_PARTS_OUTSIDE || openTags.length > MAX_DEPTH)
      throw new UnreadableSourceError(DOCUMENT_DAMAGED_TEXT)
  }
  if (openTags.length > 0) throw new UnreadableSourceError(DOCUMENT_DAMAGED_TEXT)
  if (span.cells > MAX_SPANNED_CELLS + xml.length) throw new UnreadableSourceError(DOCUMENT_TOO_LARGE_TEXT)
}
