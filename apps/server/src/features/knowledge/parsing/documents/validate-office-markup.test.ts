import { describe, expect, it } from 'vitest'
import { validateOfficeMarkup } from './validate-office-markup.ts'

const sheet = (rows: string): string => `<worksheet><sheetData>${rows}</sheetData></worksheet>`

describe('the markup of an Office file', () => {
  it.each([
    [
      'a document',
      '<?xml version="1.0"?><!-- x --><w:document xmlns:w="a > b"><w:p/><w:t>1 &lt; 2</w:t><![CDATA[</x>]]></w:document>',
    ],
    ['a sheet', sheet('<row r="1"><c r="A1"/><c r="XFD1"/></row>')],
    ['a sheet whose last row is far below', sheet('<row r="900000"/>')],
    ['a sheet that says no places', sheet('<row><c><v>1</v></c></row>')],
    ['cells of something that is no sheet', '<chart><c r="ZZZ9999999"/></chart>'],
    ['nothing', ''],
  ])('passes as %s', (_, xml) => {
    expect(() => validateOfficeMarkup(xml)).not.toThrow()
  })

  it.each([
    ['a tag that is not closed', '<a><b></a>'],
    ['a tag that is closed twice', '<a></a></a>'],
    ['a tag that does not end', '<a><b x="1'],
    ['a comment that does not end', '<a/><!-- '],
    ['many parts beside the root', `<a/>${'<!---->'.repeat(20_000)}`],
    ['elements in each other without end', `${'<a>'.repeat(2_000)}${'</a>'.repeat(2_000)}`],
    ['a cell at no place', sheet('<row><c r="A99999999"/></row>')],
    ['a cell beyond all columns', sheet("<row><c r='AAAA1'/></row>")],
  ])('is refused with %s', (_, xml) => {
    expect(() => validateOfficeMarkup(xml)).toThrow('danificado')
  })

  it('is refused where a sheet spans many more cells than it has', () => {
    expect(() => validateOfficeMarkup(sheet('<row><c r="A1"/></row><row><c r="ZZ900000"/></row>'))).toThrow('grande demais')
    const dense = Array.from({ length: 1_200 }, (_, y) => `<row>${`<c r="ALL${y + 1}"/>`.repeat(1_000)}</row>`).join('')
    expect(() => validateOfficeMarkup(sheet(dense))).not.toThrow()
  })
})
