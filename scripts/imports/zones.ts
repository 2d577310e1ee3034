import { SERVER_FEATURES } from './server-features.ts'

/**
 * Who may import whom (docs/ARCHITECTURE.md). A zone is made from a file's place, so a folder is fenced as soon as it exists;
 * a file in no known place is itself a violation.
 */
export interface Zone {
  /** The zone's folder or file, from the root of the repository. */
  readonly path: string
  /** Zones that its files may import, by path prefix, besides the zone itself. */
  readonly mayImport: readonly string[]
  /** What to do instead, shown under a violation. */
  readonly hint: string
  /** Npm packages that it may import; absent: any. */
  readonly packages?: readonly string[]
}

const CONTRACT = 'packages/contract/src/'
const THEME = 'packages/theme/'
const VOICE = 'packages/voice/src/'
const FILES = 'packages/files/src/'
/** The doubles of outside parties, one each: server tests, browser tests and fault scenarios talk to the same. */
const DOUBLES = [
  'meta-double',
  'meta-wire',
  'meta-news',
  'meta-past',
  'google-double',
  'mail-box',
  'llm-double',
  'site-double',
].map((name) => `apps/server/src/testing/${name}.ts`)

const fixed: readonly Zone[] = [
  {
    path: CONTRACT,
    mayImport: [],
    packages: ['zod'],
    hint: 'the contract imports zod and itself only, because both halves load it',
  },
  { path: THEME, mayImport: [], hint: 'the theme imports nothing of ours' },
  { path: VOICE, mayImport: [], packages: ['mediabunny'], hint: 'recording knows no page: both record with it' },
  {
    path: FILES,
    mayImport: [CONTRACT],
    packages: ['file-type', 'mediabunny'],
    hint: 'what is sent is made ready alike on both pages',
  },
  {
    path: 'apps/panel/src/app/',
    mayImport: ['apps/panel/src/features/', 'apps/panel/src/shared/', 'apps/panel/src/styles.css', CONTRACT, THEME],
    hint: 'the panel talks to the server through @prosa/contract/calls/* only',
  },
  {
    path: 'apps/panel/src/shared/',
    mayImport: [CONTRACT, THEME, FILES],
    hint: 'shared knows no feature: take what you need as a parameter, or move it to the feature or to app/',
  },
  { path: 'apps/panel/bundle/', mayImport: [], hint: 'how the panel is built knows its modules by their paths only' },
  { path: 'apps/panel/src/testing/', mayImport: ['apps/panel/src/', CONTRACT, THEME], hint: 'use @prosa/contract/*' },
  {
    path: 'apps/webchat/src/',
    mayImport: [CONTRACT, THEME, VOICE, FILES],
    hint: 'the web chat knows @prosa/contract/*, the theme, and what records and makes files ready',
  },
  {
    path: 'apps/server/src/main.ts',
    mayImport: ['apps/server/src/kernel/quick-imports.ts', 'apps/server/src/serve.ts'],
    hint: 'what the server is made of comes after the way to load it quickly: serve.ts',
  },
  {
    path: 'apps/server/src/serve.ts',
    mayImport: [
      ...['app.ts', 'open-database.ts', 'welcome.ts', 'adapters/', 'demo/', 'features/', 'kernel/'].map(
        (part) => `apps/server/src/${part}`,
      ),
      CONTRACT,
    ],
    hint: 'the server talks to the pages through @prosa/contract/* only',
  },
  {
    path: 'apps/server/src/compose.ts',
    mayImport: ['apps/server/src/features/', 'apps/server/src/kernel/'],
    hint: 'features are put together here, each by its wire.ts',
  },
  {
    path: 'apps/server/src/app.ts',
    mayImport: [...['compose.ts', 'features/', 'kernel/'].map((part) => `apps/server/src/${part}`), CONTRACT],
    hint: 'app.ts begins what compose.ts puts together; adapters come in through kernel/deps.ts, given by serve.ts',
  },
  {
    path: 'apps/server/src/open-database.ts',
    mayImport: ['apps/server/src/kernel/'],
    hint: 'a database is opened before there is anything else',
  },
  {
    path: 'apps/server/src/create-organisation.ts',
    mayImport: [...['open-database.ts', 'features/', 'kernel/'].map((part) => `apps/server/src/${part}`), CONTRACT],
    hint: 'a command composes features; nothing of it listens',
  },
  {
    path: 'apps/server/src/welcome.ts',
    mayImport: ['apps/server/src/demo/', CONTRACT],
    hint: 'what is said at the start knows what it is given',
  },
  {
    path: 'apps/server/src/write-reference.ts',
    mayImport: ['apps/server/src/kernel/', CONTRACT],
    hint: 'the reference is made from the contract',
  },
  {
    path: 'apps/server/src/kernel/',
    mayImport: [CONTRACT],
    hint: 'the kernel knows no feature and no adapter: declare a port in kernel/deps.ts or listen to kernel/events.ts',
  },
  { path: 'apps/server/src/testing/', mayImport: ['apps/server/src/', CONTRACT, VOICE], hint: 'use @prosa/contract/*' },
  { path: 'apps/server/src/demo/', mayImport: ['apps/server/src/', CONTRACT], hint: 'use @prosa/contract/*' },
  {
    path: 'e2e/',
    mayImport: [CONTRACT, VOICE, ...DOUBLES, 'scripts/'],
    hint: 'browser tests see the product as a person does; only @prosa/contract/* and the doubles of outside parties are shared',
  },
  {
    path: 'bench/',
    mayImport: [CONTRACT, 'apps/server/src/testing/', 'scripts/'],
    hint: 'a bench drives the product from outside; data comes from apps/server/src/testing/',
  },
  {
    path: 'faults/',
    mayImport: [CONTRACT, 'apps/server/src/testing/', 'apps/server/src/demo/random.ts', 'scripts/'],
    hint: 'a fault is done to the product from outside; its world comes from apps/server/src/testing/',
  },
  { path: 'scripts/', mayImport: [], hint: 'scripts use only other scripts' },
]

const OF_PANEL = ['apps/panel/src/shared/', CONTRACT, THEME]
const panelFeature = (folder: string): Zone => ({
  path: folder,
  mayImport: OF_PANEL,
  hint: 'a feature never imports another: compose both in app/routes, or move what is common to shared/',
})

const portsBefore = (folder: string): string[] => {
  const at = SERVER_FEATURES.indexOf(folder.split('/').at(-2) ?? '')
  return SERVER_FEATURES.slice(0, Math.max(at, 0)).map((feature) => `apps/server/src/features/${feature}/ports.ts`)
}
const serverFeature = (folder: string): Zone => ({
  path: folder,
  mayImport: [...portsBefore(folder), 'apps/server/src/kernel/', CONTRACT],
  hint: `a feature never imports an adapter (use a port of kernel/deps.ts), and of another feature its ports.ts only, where it stands before (${SERVER_FEATURES.join(', ')}): else take what you need as a parameter, or listen to kernel/events.ts`,
})
const serverAdapter = (folder: string): Zone => ({
  path: folder,
  mayImport: ['apps/server/src/kernel/', CONTRACT],
  hint: 'an adapter implements a port of kernel/deps.ts and knows nothing else',
})

/** Rooms of the assistant, in the order of a turn: each knows those before it, and the two engines do not know each other. */
const ASSISTANT = 'apps/server/src/features/assistant/'
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  understanding: [],
  guard: ['understanding'],
  dialogue: ['understanding', 'guard'],
  model: ['understanding', 'guard'],
  turn: ['understanding', 'guard', 'dialogue', 'model'],
}
const assistantRoom = (folder: string): Zone => {
  const known = ROOMS[folder.slice(ASSISTANT.length, -1)] ?? Object.keys(ROOMS)
  return {
    path: folder,
    mayImport: [
      `${ASSISTANT}decision.ts`,
      `${ASSISTANT}testing/`,
      ...known.map((room) => `${ASSISTANT}${room}/`),
      ...portsBefore(ASSISTANT),
      'apps/server/src/kernel/',
      CONTRACT,
    ],
    hint: 'a room of the assistant imports those before it only: understanding, guard, dialogue and model, turn',
  }
}

/** Rooms of a conversation, from what is known of it to the pages that show it: each knows those that are named before it. */
const CONVERSATION = 'apps/panel/src/features/conversation/'
export const CONVERSATION_ROOMS = [
  'cache',
  'live',
  'files',
  'sending',
  'changes',
  'privacy',
  'templates',
  'list',
  'thread',
  'search',
  'routes',
]
const conversationRoom = (folder: string): Zone => {
  const at = CONVERSATION_ROOMS.indexOf(folder.slice(CONVERSATION.length, -1))
  const known = at === -1 ? CONVERSATION_ROOMS : CONVERSATION_ROOMS.slice(0, at)
  return {
    path: folder,
    mayImport: [...[...known, 'testing'].map((room) => `${CONVERSATION}${room}/`), ...OF_PANEL, VOICE, FILES],
    hint: `a room of the conversation imports those before it only (${CONVERSATION_ROOMS.join(', ')}), and a feature never another: compose both in app/routes`,
  }
}

const generated = [
  { parent: /^apps\/panel\/src\/features\/conversation\/[^/]+\//, make: conversationRoom },
  { parent: /^apps\/server\/src\/features\/assistant\/[^/]+\//, make: assistantRoom },
  { parent: /^apps\/panel\/src\/features\/[^/]+\//, make: panelFeature },
  { parent: /^apps\/server\/src\/features\/[^/]+\//, make: serverFeature },
  { parent: /^apps\/server\/src\/adapters\/[^/]+\//, make: serverAdapter },
]

/** Files at the top of a workspace: configuration for a tool, imports packages only. */
const TOOL_CONFIG = /^(?:(?:apps|packages)\/[^/]+\/|e2e\/|bench\/)?(?:[a-z.-]+\.config\.ts|\.size-limit\.js)$/
const toolConfig: Zone = { path: 'a tool configuration', mayImport: ['apps/', 'scripts/'], hint: 'import packages only' }

/** The zone that a file lies in, or null when its place is unknown. */
export const zoneOf = (file: string): Zone | null => {
  for (const { parent, make } of generated) {
    const folder = parent.exec(file)?.[0]
    if (folder) return make(folder)
  }
  return fixed.find((zone) => file.startsWith(zone.path)) ?? (TOOL_CONFIG.test(file) ? toolConfig : null)
}

/** What drives the product from outside may use its test helpers. */
const DRIVERS = /^(?:bench|faults|e2e)\//
const isTest = (file: string) => /\.test\.tsx?$/.test(file)
/** Helpers of tests lie in folders of that name, of a workspace or of a feature. */
const isHelper = (file: string) => file.includes('/testing/')
const workspaceOf = (file: string) => file.split('/').slice(0, 3).join('/')

/** Why `from` may not import `to` (both paths from the root); null when it may. */
export const forbiddenImport = (from: string, to: string): string | null => {
  const zone = zoneOf(from)
  if (!zone) return 'this folder belongs to no zone: name it in scripts/imports/zones.ts'
  const forTests = isTest(from) || isHelper(from)
  if (forTests && to.startsWith(`${workspaceOf(from)}/testing/`)) return null
  if (isTest(to)) return 'nothing imports a test'
  if (isHelper(to) && !forTests && !DRIVERS.test(from)) return 'only tests import what lies in testing/'
  const allowed = [zone.path, ...zone.mayImport]
  return allowed.some((prefix) => to.startsWith(prefix)) ? null : zone.hint
}

/** Why `from` may not import the npm package `name`; null when it may. Tests may import what they like. */
export const forbiddenPackage = (from: string, name: string): string | null => {
  const zone = zoneOf(from)
  if (!zone?.packages || isTest(from) || isHelper(from) || zone.packages.includes(name)) return null
  return zone.hint
}
