/**
 * A zone: a set of files with common rules for their imports (docs/ARCHITECTURE.md). The path of a file determines its zone; a file without
 * a zone is a violation.
 */
export interface ImportZone {
  /** Folder or file of the zone, relative to the repository's root. */
  readonly path: string
  /** Path prefixes of other zones that the zone's files may import. */
  readonly mayImport: readonly string[]
  /** Advice shown with a violation: what to do instead. */
  readonly hint: string
  /** Npm packages that the zone may import. Undefined if it may import any. */
  readonly packages?: readonly string[]
}

export const CONTRACT_FOLDER = 'packages/contract/src/'
export const THEME_FOLDER = 'packages/theme/'
export const VOICE_FOLDER = 'packages/voice/src/'
export const FILES_FOLDER = 'packages/files/src/'
/** Doubles (fakes) of external services, used by server tests, browser tests and fault scenarios. */
const TEST_DOUBLES_FOLDER = 'apps/server/src/testing/doubles/'

export const FIXED_ZONES: readonly ImportZone[] = [
  {
    path: CONTRACT_FOLDER,
    mayImport: [],
    packages: ['zod'],
    hint: 'the contract imports zod and itself only, because both halves load it',
  },
  { path: THEME_FOLDER, mayImport: [], hint: 'the theme imports nothing of ours' },
  { path: VOICE_FOLDER, mayImport: [], packages: ['mediabunny'], hint: 'recording knows no page: both record with it' },
  {
    path: FILES_FOLDER,
    mayImport: [CONTRACT_FOLDER],
    packages: ['file-type', 'mediabunny'],
    hint: 'what is sent is made ready alike on both pages',
  },
  {
    path: 'apps/panel/src/app/router.tsx',
    mayImport: ['apps/panel/src/app/', 'apps/panel/src/pages/', 'apps/panel/src/shared/', CONTRACT_FOLDER],
    hint: 'what stands under an address lies in pages/, and composes features there',
  },
  {
    path: 'apps/panel/src/pages/',
    mayImport: ['apps/panel/src/features/', 'apps/panel/src/shared/', CONTRACT_FOLDER, THEME_FOLDER],
    hint: 'a page composes features; what frames pages is app/, which knows them',
  },
  {
    path: 'apps/panel/src/app/',
    mayImport: [
      'apps/panel/src/pages/',
      'apps/panel/src/features/',
      'apps/panel/src/shared/',
      'apps/panel/src/styles.css',
      CONTRACT_FOLDER,
      THEME_FOLDER,
    ],
    hint: 'the panel talks to the server through @prosa/contract/calls/* only',
  },
  {
    path: 'apps/panel/src/shared/',
    mayImport: [CONTRACT_FOLDER, THEME_FOLDER, FILES_FOLDER],
    hint: 'shared knows no feature: take what you need as a parameter, or move it to the feature or to app/',
  },
  { path: 'apps/panel/bundle/', mayImport: [], hint: 'how the panel is built knows its modules by their paths only' },
  {
    path: 'apps/panel/src/testing/',
    mayImport: ['apps/panel/src/', CONTRACT_FOLDER, THEME_FOLDER],
    hint: 'use @prosa/contract/*',
  },
  {
    path: 'apps/webchat/src/',
    mayImport: [CONTRACT_FOLDER, THEME_FOLDER, VOICE_FOLDER, FILES_FOLDER],
    hint: 'the web chat knows @prosa/contract/*, the theme, and what records and makes files ready',
  },
  {
    path: 'apps/server/src/main.ts',
    mayImport: ['apps/server/src/platform/processes/quick-imports.ts', 'apps/server/src/serve.ts'],
    hint: 'what the server is made of comes after the way to load it quickly: serve.ts',
  },
  {
    path: 'apps/server/src/serve.ts',
    mayImport: [
      ...['app.ts', 'open-database.ts', 'welcome-text.ts', 'adapters/', 'demo/', 'features/', 'platform/'].map(
        (part) => `apps/server/src/${part}`,
      ),
      CONTRACT_FOLDER,
    ],
    hint: 'the server talks to the pages through @prosa/contract/* only',
  },
  {
    path: 'apps/server/src/compose-features.ts',
    mayImport: ['apps/server/src/features/', 'apps/server/src/platform/'],
    hint: 'features are put together here, each by its module.ts',
  },
  {
    path: 'apps/server/src/app.ts',
    mayImport: [...['compose-features.ts', 'features/', 'platform/'].map((part) => `apps/server/src/${part}`), CONTRACT_FOLDER],
    hint: 'app.ts begins what compose-features.ts puts together; adapters come in through platform/deps.ts, given by serve.ts',
  },
  {
    path: 'apps/server/src/open-database.ts',
    mayImport: ['apps/server/src/platform/'],
    hint: 'a database is opened before there is anything else',
  },
  {
    path: 'apps/server/src/create-organisation.ts',
    mayImport: [...['open-database.ts', 'features/', 'platform/'].map((part) => `apps/server/src/${part}`), CONTRACT_FOLDER],
    hint: 'a command composes features; nothing of it listens',
  },
  {
    path: 'apps/server/src/welcome-text.ts',
    mayImport: ['apps/server/src/demo/', CONTRACT_FOLDER],
    hint: 'what is said at the start knows what it is given',
  },
  {
    path: 'apps/server/src/write-reference.ts',
    mayImport: ['apps/server/src/platform/', CONTRACT_FOLDER],
    hint: 'the reference is made from the contract',
  },
  {
    path: 'apps/server/src/platform/',
    mayImport: [CONTRACT_FOLDER],
    hint: 'the platform knows no feature and no adapter: declare a port in platform/deps.ts or listen to events/event-bus.ts',
  },
  {
    path: 'apps/server/src/testing/',
    mayImport: ['apps/server/src/', CONTRACT_FOLDER, VOICE_FOLDER],
    hint: 'use @prosa/contract/*',
  },
  { path: 'apps/server/src/demo/', mayImport: ['apps/server/src/', CONTRACT_FOLDER], hint: 'use @prosa/contract/*' },
  {
    path: 'e2e/',
    mayImport: [CONTRACT_FOLDER, VOICE_FOLDER, TEST_DOUBLES_FOLDER, 'scripts/'],
    hint: 'browser tests see the product as a person does; only @prosa/contract/* and the doubles of outside parties are shared',
  },
  {
    path: 'bench/',
    mayImport: [CONTRACT_FOLDER, 'apps/server/src/testing/', 'scripts/'],
    hint: 'a bench drives the product from outside; data comes from apps/server/src/testing/',
  },
  {
    path: 'faults/',
    mayImport: [CONTRACT_FOLDER, 'apps/server/src/testing/', 'apps/server/src/demo/seeded-random.ts', 'scripts/'],
    hint: 'a fault is done to the product from outside; its world comes from apps/server/src/testing/',
  },
  { path: 'scripts/', mayImport: [], hint: 'scripts use only other scripts' },
]
