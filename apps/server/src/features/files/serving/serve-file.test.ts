import { expect, it } from 'vitest'
import { getContentHeaders } from './serve-file.ts'

const savedAs = (filename: string) =>
  decodeURIComponent(getContentHeaders('application/pdf', filename).disposition.split("''")[1] ?? '')

it('what could do something in a browser is a download without a type', () => {
  for (const type of ['image/svg+xml', 'text/html', 'application/xhtml+xml', 'application/javascript', '', null])
    expect(getContentHeaders(type, null)).toEqual({ type: 'application/octet-stream', disposition: 'attachment' })
  expect(getContentHeaders('application/pdf', 'a/b\\c\u202efdp.exe').disposition).toBe("attachment; filename*=UTF-8''abcfdp.exe")
  expect(getContentHeaders('audio/ogg; codecs=opus', null)).toEqual({ type: 'audio/ogg', disposition: 'inline' })
})

it('a file is saved under its name, however long it is and wherever it is cut', () => {
  expect(savedAs(`${'é'.repeat(300)}.pdf`)).toBe(`${'é'.repeat(146)}.pdf`)
  for (let length = 130; length < 160; length += 1) {
    const name = savedAs(`${'a'.repeat(length)}😀👍🏽😀.docx`)
    expect(name).toMatch(/^a+(?:😀(?:👍🏽(?:😀)?)?)?\.docx$/u)
    expect(name.length).toBeLessThanOrEqual(150)
  }
  expect(savedAs('a\uD83D.pdf')).toBe('a\uFFFD.pdf')
})

it('MEDIA-04 legacy Office is a download, and never opens in place', () => {
  for (const type of ['application/msword', 'application/vnd.ms-excel', 'application/vnd.ms-powerpoint'])
    expect(getContentHeaders(type, 'a.doc')).toMatchObject({
      type: 'application/octet-stream',
      disposition: expect.stringMatching(/^attachment/) as string,
    })
})
