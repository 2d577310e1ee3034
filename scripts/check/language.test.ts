import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../bootstrap.mjs'
import { extractVisibleTexts, isEnglish } from './language.ts'
import { listSourceFiles } from './source-files.ts'

/** The texts that the specification gives in English (VISUAL-02 of docs/items.md); '…' marks a placeholder. */
const SPECIFIED_ENGLISH_TEXTS = [
  'Try Again',
  'Login error: …',
  'Light',
  'Dark',
  'System',
  'Show password',
  'Hide password',
  '…/… characters',
  "Passwords don't match",
  'Invalid credentials',
  'Lead ID and Conversation ID are required',
  'Missing required environment variables',
  'Name must be at least 2 characters',
  'Name must be at most 100 characters',
  'Name can only contain letters, spaces, hyphens and apostrophes',
  'Failed to open popup window. Please allow popups for this site.',
  'Authorization was cancelled',
  'No authorization code received',
  'Authorization failed',
]
const FALLBACK_ERROR_PATTERN = /^Failed to (load|send|mark|update|validate|complete|invite|generate|cancel|refresh) [a-z ]+$/

const files = listSourceFiles('.ts', '.tsx').filter(
  (file) => /^(apps\/panel|packages\/contract)\/src\//.test(file) && !/\.test\.tsx?$|\/testing\//.test(file),
)
const visibleTexts = files.flatMap((file) =>
  extractVisibleTexts(file, readFileSync(join(root, file), 'utf8')).map((text) => ({ file, text })),
)

it('VISUAL-01 VISUAL-02 what the panel says is Portuguese, except the texts that the specification gives in English', () => {
  expect(visibleTexts.length).toBeGreaterThan(600)
  const others = visibleTexts.filter(
    ({ text }) => isEnglish(text) && !SPECIFIED_ENGLISH_TEXTS.includes(text) && !FALLBACK_ERROR_PATTERN.test(text),
  )
  expect(others).toEqual([])
  const page = readFileSync(join(root, 'apps/panel/index.html'), 'utf8')
  expect(page).toContain('<html lang="pt-BR"')
})

it('VISUAL-02 those given in English stay English', () => {
  const said = visibleTexts.map(({ text }) => text)
  expect(SPECIFIED_ENGLISH_TEXTS.filter((text) => !said.includes(text))).toEqual([])
})

it.each([
  ['a text', '<p>Your message was sent</p>'],
  ['a choice', "<p>{isOpen ? 'Close' : 'Abrir'}</p>"],
  ['an attribute', '<button aria-label="Send" />'],
  ['a property', "notify.error({ message: 'Please wait' })"],
  ['a sentence anywhere', "const SAID = 'The list is empty'"],
  ['a template', 'const said = `Delete ${name} from the list`'],
])('finds English in %s', (_where, source) => {
  expect(extractVisibleTexts('a.tsx', source).filter(isEnglish)).toHaveLength(1)
})

it('passes over what nobody reads: classes, codes and errors of the code itself', () => {
  const source =
    'const a = <p className="open close" data-state="sent" />; throw new Error(\'The page has no root\'); call(\'send\')'
  expect(extractVisibleTexts('a.tsx', source).filter(isEnglish)).toEqual([])
})
