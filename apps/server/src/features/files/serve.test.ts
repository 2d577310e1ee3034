import { expect, it } from 'vitest'
import { servedAs } from './serve.ts'

it('what could do something in a browser is a download without a type', () => {
  for (const type of ['image/svg+xml', 'text/html', 'application/xhtml+xml', 'application/javascript', '', null])
    expect(servedAs(type, null)).toEqual({ type: 'application/octet-stream', disposition: 'attachment' })
  expect(servedAs('application/pdf', 'a/b\\c\u202efdp.exe').disposition).toBe("attachment; filename*=UTF-8''abcfdp.exe")
  expect(servedAs('audio/ogg; codecs=opus', null)).toEqual({ type: 'audio/ogg', disposition: 'inline' })
})
