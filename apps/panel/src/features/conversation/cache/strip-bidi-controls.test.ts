import { expect, it } from 'vitest'
import { getCompanyName, getLeadName } from './conversation-names.ts'
import { stripBidiControls } from './strip-bidi-controls.ts'

it('shows a name that ends in exe as one, and leaves right-to-left letters alone', () => {
  expect(stripBidiControls('foto\u202egpj.exe')).toBe('fotogpj.exe')
  expect(stripBidiControls('\u202b\u202d\u202cمرحبا')).toBe('مرحبا')
  expect(getLeadName({ lead_name: 'Ana\u202e exe' })).toBe('Ana exe')
  expect(getCompanyName({ lead_empresa: '\u202eSol' })).toBe('Sol')
})
