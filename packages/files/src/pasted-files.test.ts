import { expect, it } from 'vitest'
import { getPastedFiles } from './pasted-files.ts'

const clipboard = (files: string[], text: string) => ({
  files: files.map((name) => new File(['x'], name)),
  getData: (type: string) => (type === 'text/plain' ? text : ''),
})

const names = (files: string[], text = '') => getPastedFiles(clipboard(files, text)).map(({ name }) => name)

it('takes files that come alone: a screenshot, a picture of a page, documents', () => {
  expect(names(['image.png'])).toEqual(['image.png'])
  expect(names(['a.pdf', 'b.pdf'])).toEqual(['a.pdf', 'b.pdf'])
})

it('takes no picture of a text: cells of Excel, a paragraph of Word, slides', () => {
  expect(names(['image.png'], 'Apartamento\tR$ 350.000,00\r\nCasa\tR$ 500.000,00')).toEqual([])
  expect(names(['image.png'], 'Bom dia!')).toEqual([])
})

it('takes files whose text is only their names or addresses, as a file manager copies them', () => {
  expect(names(['contrato.pdf'], 'contrato.pdf')).toEqual(['contrato.pdf'])
  expect(names(['a b.pdf', 'c.png'], 'file:///home/ana/a%20b.pdf\nfile:///home/ana/c.png')).toEqual(['a b.pdf', 'c.png'])
  expect(names(['c.png'], String.raw`C:\Users\Ana\c.png`)).toEqual(['c.png'])
})

it('takes nothing from an empty clipboard', () => {
  expect(getPastedFiles(null)).toEqual([])
  expect(names([], 'Bom dia!')).toEqual([])
})
