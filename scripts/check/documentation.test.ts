import { expect, it } from 'vitest'
import {
  buildDecisionIndex,
  findDecisionProblems,
  findExternalCitations,
  findNumberProblems,
  findPathProblems,
  findSequenceProblems,
} from './documentation.ts'

const FILES = ['apps/server/src/kernel/job-runner.ts', 'docs/operations.md', 'apps/panel/src/features/chat/a.tsx']
const findProblems = (text: string) => findPathProblems({ file: 'docs/a.md', text }, FILES)

it.each([
  '`kernel/job-runner.ts`',
  '`job-runner.ts`',
  '`features/chat/`',
  '`kernel/{job-runner,job-runner}.ts`',
  '[x](operations.md#top)',
  '`GET /leads/:id`',
  '[y](https://a.b)',
])('finds what %s names', (text) => expect(findProblems(text)).toEqual([]))

it.each(['`kernel/gone.ts`', '`gone.ts`', '`features/gone/`', '`kernel/{job-runner,gone}.ts`', '[x](gone.md)'])(
  'misses what %s names',
  (text) => {
    expect(findProblems(text)).toEqual([expect.stringMatching(/^docs\/a.md names .*gone.*, which is not there$/)])
  },
)

const createDecisionPage = (number: string, state = 'accepted.', sections = ['Context', 'Decision', 'Consequence']) => ({
  file: `docs/decisions/${number}-x.md`,
  text: [`# ${number} Title`, '', `Date: 2026-11-20. State: ${state}`, '', ...sections.map((name) => `## ${name}`)].join('\n'),
})

it('decisions follow the template, and a superseded one is answered by the one that supersedes it', () => {
  expect(
    findDecisionProblems([
      createDecisionPage('001'),
      createDecisionPage('002', 'superseded by 003.'),
      createDecisionPage('003', 'accepted. Supersedes 002.'),
    ]),
  ).toEqual([])
  expect(findDecisionProblems([createDecisionPage('002', 'superseded by 003.'), createDecisionPage('003')])).toHaveLength(1)
  expect(findDecisionProblems([createDecisionPage('001', 'superseded.')])).toHaveLength(1)
  expect(findDecisionProblems([createDecisionPage('001', 'accepted.', ['Decision', 'Consequence'])])).toHaveLength(1)
  expect(findDecisionProblems([{ ...createDecisionPage('001'), file: 'docs/decisions/002-x.md' }])).toHaveLength(1)
  expect(
    findDecisionProblems([
      createDecisionPage('001', 'accepted.', ['Context', 'Decision', 'Consequence', ...Array.from({ length: 60 }, () => '')]),
    ]),
  ).not.toEqual([])
})

it('the index tells number, title and state', () => {
  expect(buildDecisionIndex([createDecisionPage('002', 'superseded by 003.')])).toContain(
    '| [002](002-x.md) | Title | superseded by 003 |',
  )
})

it('refuses two decisions of one number', () => {
  expect(findNumberProblems([createDecisionPage('001'), createDecisionPage('002')])).toEqual([])
  expect(
    findNumberProblems([createDecisionPage('001'), { ...createDecisionPage('001'), file: 'docs/decisions/001-y.md' }]),
  ).toEqual(['docs/decisions/001-x.md and docs/decisions/001-y.md have one number, 001'])
})

it('refuses an order that the code has otherwise', () => {
  const orders = { 'order.ts': ['a', 'b', 'c'] }
  expect(findSequenceProblems({ file: 'docs/a.md', text: 'first `a → b → c`; then' }, orders)).toEqual([])
  expect(findSequenceProblems({ file: 'docs/a.md', text: 'first `a → c`; then' }, orders)).toEqual([
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
  expect(findExternalCitations({ file: 'a.ts', text: `\n// as it stands there (${cited}, section 1)` })).toEqual([
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
  expect(findExternalCitations({ file: 'a.ts', text: `// (${cited}, section 1)` })).toEqual([])
})
