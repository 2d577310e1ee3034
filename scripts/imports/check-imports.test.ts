import { expect, it } from 'vitest'
import { root } from '../bootstrap.mjs'
import { findImportViolations } from './check-imports.ts'
import { findImportCycles } from './import-cycles.ts'
import { parseImports } from './read-imports.ts'
import { readModules } from './read-modules.ts'

const findViolations = (file: string, source: string) => findImportViolations([{ file, imports: parseImports(file, source) }])

const FORBIDDEN_IMPORTS: readonly [what: string, file: string, source: string, hint: RegExp][] = [
  [
    'an address that leads into a feature past its page',
    'apps/panel/src/app/router.tsx',
    "const load = () => import('../features/agents/agent-card.tsx')",
    /lies in pages/,
  ],
  [
    'a panel feature that reaches into another',
    'apps/panel/src/features/conversation/list/item.tsx',
    "import { x } from '../../agents/queries.ts'",
    /compose both in pages/,
  ],
  [
    'the same by a type import',
    'apps/panel/src/features/conversation/item.tsx',
    "import type { X } from '../agents/queries.ts'",
    /compose both/,
  ],
  [
    'the same by a dynamic import',
    'apps/panel/src/features/conversation/item.tsx',
    "const load = () => import('../agents/queries.ts')",
    /compose both/,
  ],
  [
    'the same by a re-export',
    'apps/panel/src/features/conversation/item.tsx',
    "export { x } from '../agents/queries.ts'",
    /compose both/,
  ],
  [
    'a room of the conversation that imports one above it',
    'apps/panel/src/features/conversation/cache/cached-thread.ts',
    "import { x } from '../thread/thread.tsx'",
    /those before it only/,
  ],
  [
    'two rooms of the conversation that know each other',
    'apps/panel/src/features/conversation/realtime/realtime-updates.ts',
    "import type { X } from '../sending/use-message-sender.ts'",
    /those before it only/,
  ],
  [
    'a feature born today',
    'apps/panel/src/features/brand-new/page.tsx',
    "import { x } from '../../app/router.tsx'",
    /a feature never imports another/,
  ],
  ['shared that knows a feature', 'apps/panel/src/shared/ui/a.tsx', "import { x } from '../../features/auth/b.ts'", /no feature/],
  [
    'the panel that loads the server',
    'apps/panel/src/app/main.tsx',
    "import { x } from '../../../server/src/app.ts'",
    /@prosa\/contract/,
  ],
  ['the server that loads the panel', 'apps/server/src/serve.ts', "import { x } from '../../panel/src/app/main.tsx'", /server/],
  [
    'the same by package name',
    'apps/server/src/features/auth/routes.ts',
    "import { x } from '@prosa/panel/src/app/main.tsx'",
    /never imports/,
  ],
  [
    'a server feature that imports an adapter',
    'apps/server/src/features/channels/send.ts',
    "import { x } from '../../adapters/whatsapp/client.ts'",
    /platform\/deps\.ts/,
  ],
  [
    'a server feature that reaches into another',
    'apps/server/src/features/conversations/load-conversation.ts',
    "import { x } from '../leads/queries.ts'",
    /its ports\.ts only/,
  ],
  [
    'a server feature that knows one after it',
    'apps/server/src/features/leads/routes.ts',
    "import type { X } from '../conversations/ports.ts'",
    /where it stands before/,
  ],
  [
    'an engine of the assistant that knows the other',
    'apps/server/src/features/assistant/model/build-prompt.ts',
    "import { x } from '../dialogue/phrases.ts'",
    /those before it/,
  ],
  [
    'a room of the assistant that looks ahead',
    'apps/server/src/features/assistant/guard/apply-guard-rules.ts',
    "import { x } from '../turn/turn-job.ts'",
    /those before it/,
  ],
  ['app.ts that imports an adapter', 'apps/server/src/app.ts', "import { x } from './adapters/whatsapp/a.ts'", /serve\.ts/],
  [
    'the platform that imports a feature',
    'apps/server/src/platform/job-runner.ts',
    "import '../features/auth/routes.ts'",
    /no feature/,
  ],
  ['the contract with a library', 'packages/contract/src/rules/phone.ts', "import { x } from 'date-fns'", /zod/],
  ['the contract on Node', 'packages/contract/src/http.ts', "import { x } from 'node:fs'", /zod/],
  ['code that imports a test', 'apps/panel/src/shared/a.ts', "import { x } from './b.test.ts'", /nothing imports a test/],
  [
    'code that imports test helpers',
    'apps/panel/src/shared/a.ts',
    "import { x } from '../testing/render-with-router.tsx'",
    /only tests/,
  ],
  [
    "code that imports its own feature's test helpers",
    'apps/panel/src/features/auth/login.tsx',
    "import { x } from './testing/conversation-fixture.tsx'",
    /only tests/,
  ],
  ['a browser test that reaches inside', 'e2e/live.spec.ts', "import { x } from '../apps/server/src/app.ts'", /@prosa\/contract/],
  [
    'a browser test that starts a server of its own',
    'e2e/live.spec.ts',
    "import { x } from '../apps/server/src/testing/test-app.ts'",
    /doubles of outside parties/,
  ],
  [
    'a bench that reaches inside',
    'bench/src/measures/list-and-open.ts',
    "import { x } from '../../../apps/server/src/app.ts'",
    /from outside/,
  ],
  [
    'a bench that borrows from browser tests',
    'bench/src/browser.ts',
    "import { x } from '../../e2e/fixtures.ts'",
    /from outside/,
  ],
  [
    'a script that knows a test',
    'scripts/product/product-process.ts',
    "import { x } from '../../e2e/fixtures.ts'",
    /other scripts/,
  ],
  ['a file in an unknown place', 'apps/server/src/helpers/misc.ts', 'export const x = 1', /belongs to no zone/],
]

it.each(FORBIDDEN_IMPORTS)('refuses %s and says what to do instead', (_what, file, source, hint) => {
  const found = findViolations(file, source)
  expect(found).toHaveLength(1)
  expect(found[0]).toMatch(hint)
})

const ALLOWED_IMPORTS: readonly [file: string, source: string][] = [
  ['apps/panel/src/features/conversation/thread/thread.tsx', "import { x } from '../cache/cached-thread.ts'"],
  ['apps/panel/src/pages/chat.tsx', "import { x } from '../features/conversation/list/list.tsx'"],
  [
    'apps/panel/src/features/auth/login.tsx',
    "import { x } from '../../shared/ui/button.tsx'\nimport y from '@prosa/contract/calls/auth'",
  ],
  ['apps/panel/src/features/auth/login.test.tsx', "import { x } from '../../testing/render-with-router.tsx'"],
  ['apps/panel/src/shared/ui/a.tsx', "import icon from './icon.svg?url'\nimport { useState } from 'react'"],
  ['apps/panel/src/features/auth/testing/desk.tsx', "import { x } from '../../../testing/render-with-router.tsx'"],
  ['apps/panel/src/features/auth/login.test.tsx', "import { x } from './testing/conversation-fixture.tsx'"],
  ['apps/server/src/serve.ts', "import { x } from './adapters/whatsapp/client.ts'"],
  ['apps/server/src/features/channels/webchat/routes.ts', "import type { X } from '../../conversations/ports.ts'"],
  ['apps/server/src/features/channels/whatsapp/process-events.ts', "import type { X } from '../../conversations/ports.ts'"],
  ['apps/server/src/features/assistant/turn/turn-job.ts', "import type { X } from '../../conversations/ports.ts'"],
  ['apps/server/src/features/assistant/dialogue/answer-burst.ts', "import { x } from '../guard/apply-guard-rules.ts'"],
  ['apps/server/src/features/assistant/dialogue/a.test.ts', "import { x } from '../testing/dialogue.ts'"],
  ['apps/server/src/testing/test-app.ts', "import { x } from '../adapters/whatsapp/client.ts'"],
  ['e2e/fixtures.ts', "import { x } from '../scripts/product/product-process.ts'"],
  ['e2e/reset.spec.ts', "import { x } from '../apps/server/src/testing/doubles/mail/smtp-double.ts'"],
  ['bench/src/measures/start-up.ts', "import { x } from '../../../scripts/product/product-process.ts'"],
  ['packages/contract/src/fields.ts', "import * as z from 'zod/mini'"],
]

it.each(ALLOWED_IMPORTS)('lets %s import what its zone may', (file, source) => {
  expect(findViolations(file, source)).toEqual([])
})

it('reads the real repository, where every edge of a known module is seen @wide', () => {
  const modules = readModules(root)
  expect(modules.length).toBeGreaterThan(60)
  const answer = modules.find(({ file }) => file === 'packages/contract/src/calls/organisation/users.ts')
  expect(answer?.imports.map(({ target }) => target)).toContainEqual({ kind: 'file', path: 'packages/contract/src/roles.ts' })
})

it.each([
  ['of values', "import { x } from './b.ts'", "import { y } from './a.ts'"],
  ['of types', "import type { X } from './b.ts'", "import type { Y } from './a.ts'"],
  ['of lazy code', "const load = () => import('./b.ts')", "import { y } from './a.ts'"],
])('a circle %s is one', (_kind, a, b) => {
  const module = (name: string, source: string) => ({ file: `x/${name}.ts`, imports: parseImports(`x/${name}.ts`, source) })
  const chain = [module('start', "import { x } from './a.ts'"), module('b', b), module('end', 'export const z = 1')]
  expect(findImportCycles([...chain, module('a', a)])).toEqual([
    expect.stringMatching(/^x\/b.ts .* by x\/a.ts:/),
    expect.stringMatching(/^x\/a.ts .* by x\/b.ts:/),
  ])
  expect(findImportCycles([...chain, module('a', "import { z } from './end.ts'")])).toEqual([])
})
