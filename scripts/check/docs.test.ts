import { expect, it } from 'vitest'
import { decisionIndex, decisionProblems, numberProblems, orderProblems, outsideProblems, pathProblems } from './docs.ts'

const FILES = ['apps/server/src/kernel/jobs.ts', 'docs/operations.md', 'apps/panel/src/features/chat/a.tsx']
const problems = (text: string) => pathProblems({ file: 'docs/a.md', text }, FILES)

it.each([
  '`kernel/jobs.ts`',
  '`jobs.ts`',
  '`features/chat/`',
  '`kernel/{jobs,jobs}.ts`',
  '[x](operations.md#top)',
  '`GET /leads/:id`',
  '[y](https://a.b)',
])('finds what %s names', (text) => expect(problems(text)).toEqual([]))

it.each(['`kernel/gone.ts`', '`gone.ts`', '`features/gone/`', '`kernel/{jobs,gone}.ts`', '[x](gone.md)'])(
  'misses what %s names',
  (text) => {
    expect(problems(text)).toEqual([expect.stringMatching(/^docs\/a.md names .*gone.*, which is not there$/)])
  },
)

const page = (number: string, state = 'accepted.', sections = ['Context', 'Decision', 'Consequence']) => ({
  file: `docs/decisions/${number}-x.md`,
  text: [`# ${number} Title`, '', `Date: 2026-11-20. State: ${state}`, '', ...sections.map((name) => `## ${name}`)].join('\n'),
})

it('decisions follow the template, and a superseded one is answered by the one that supersedes it', () => {
  expect(decisionProblems([page('001'), page('002', 'superseded by 003.'), page('003', 'accepted. Supersedes 002.')])).toEqual([])
  expect(decisionProblems([page('002', 'superseded by 003.'), page('003')])).toHaveLength(1)
  expect(decisionProblems([page('001', 'superseded.')])).toHaveLength(1)
  expect(decisionProblems([page('001', 'accepted.', ['Decision', 'Consequence'])])).toHaveLength(1)
  expect(decisionProblems([{ ...page('001'), file: 'docs/decisions/002-x.md' }])).toHaveLength(1)
  expect(
    decisionProblems([page('001', 'accepted.', ['Context', 'Decision', 'Consequence', ...Array.from({ length: 60 }, () => '')])]),
  ).not.toEqual([])
})

it('the index tells number, title and state', () => {
  expect(decisionIndex([page('002', 'superseded by 003.')])).toContain('| [002](002-x.md) | Title | superseded by 003 |')
})

it('refuses two decisions of one number', () => {
  expect(numberProblems([page('001'), page('002')])).toEqual([])
  expect(numberProblems([page('001'), { ...page('001'), file: 'docs/decisions/001-y.md' }])).toEqual([
    'docs/decisions/001-x.md and docs/decisions/001-y.md have one number, 001',
  ])
})

it('refuses an order that the code has otherwise', () => {
  const orders = { 'order.ts': ['a', 'b', 'c'] }
  expect(orderProblems({ file: 'docs/a.md', text: 'first `a → b → c`; then' }, orders)).toEqual([])
  expect(orderProblems({ file: 'docs/a.md', text: 'first `a → c`; then' }, orders)).toEqual([
    'docs/a.md has not the order of order.ts: a → b → c',
  ])
})

it.each([
  'product.md',
  'whatsapp-2.md',
  '0-frame',
  'spec/sale/2-agents',
  'visual.md',
  "reliability's",
  'whatsapp.md',
  'decisions.md',
])('refuses a comment that cites %s, which is outside the repository', (cited) => {
  expect(outsideProblems({ file: 'a.ts', text: `\n// as it stands there (${cited}, section 1)` })).toEqual([
    expect.stringMatching(/^a.ts:2 cites .*, which is not in the repository$/),
  ])
})

it.each([
  'docs/sale/1-whatsapp.md',
  '2-agents.md',
  'docs/items.md',
  '[005](docs/decisions/005-import-fences.md)',
  'own-product.md',
])('lets a comment cite %s', (cited) => {
  expect(outsideProblems({ file: 'a.ts', text: `// (${cited}, section 1)` })).toEqual([])
})
