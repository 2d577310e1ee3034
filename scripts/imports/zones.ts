import { CONTRACT_FOLDER, FILES_FOLDER, FIXED_ZONES, type ImportZone, THEME_FOLDER, VOICE_FOLDER } from './fixed-zones.ts'
import { SERVER_FEATURES } from './server-features.ts'

const PANEL_SHARED_FOLDERS = ['apps/panel/src/shared/', CONTRACT_FOLDER, THEME_FOLDER]
const createPanelFeatureZone = (folder: string): ImportZone => ({
  path: folder,
  mayImport: PANEL_SHARED_FOLDERS,
  hint: 'a feature never imports another: compose both in pages/, or move what is common to shared/',
})

const listEarlierPorts = (folder: string): string[] => {
  const at = SERVER_FEATURES.indexOf(folder.split('/').at(-2) ?? '')
  return SERVER_FEATURES.slice(0, Math.max(at, 0)).map((feature) => `apps/server/src/features/${feature}/ports.ts`)
}
const createServerFeatureZone = (folder: string): ImportZone => ({
  path: folder,
  mayImport: [...listEarlierPorts(folder), 'apps/server/src/platform/', CONTRACT_FOLDER],
  hint: `a feature never imports an adapter (use a port of platform/deps.ts), and of another feature its ports.ts only, where it stands before (${SERVER_FEATURES.join(', ')}): else take what you need as a parameter, or listen to events/event-bus.ts`,
})
const createServerAdapterZone = (folder: string): ImportZone => ({
  path: folder,
  mayImport: ['apps/server/src/platform/', CONTRACT_FOLDER],
  hint: 'an adapter implements a port of platform/deps.ts and knows nothing else',
})

/**
 * Folder of the assistant, which writes the agents' replies. Its subfolders are listed in the order in which a message is processed, each
 * with the folders that it may import. `dialogue` and `model` may not import each other.
 */
const ASSISTANT_FOLDER = 'apps/server/src/features/assistant/'
const ASSISTANT_FOLDER_IMPORTS: Readonly<Record<string, readonly string[]>> = {
  understanding: [],
  guard: ['understanding'],
  dialogue: ['understanding', 'guard'],
  model: ['understanding', 'guard'],
  turn: ['understanding', 'guard', 'dialogue', 'model'],
}
const createAssistantZone = (folder: string): ImportZone => {
  const known = ASSISTANT_FOLDER_IMPORTS[folder.slice(ASSISTANT_FOLDER.length, -1)] ?? Object.keys(ASSISTANT_FOLDER_IMPORTS)
  return {
    path: folder,
    mayImport: [
      `${ASSISTANT_FOLDER}turn-input.ts`,
      `${ASSISTANT_FOLDER}testing/`,
      ...known.map((room) => `${ASSISTANT_FOLDER}${room}/`),
      ...listEarlierPorts(ASSISTANT_FOLDER),
      'apps/server/src/platform/',
      CONTRACT_FOLDER,
    ],
    hint: 'a room of the assistant imports those before it only: understanding, guard, dialogue and model, turn',
  }
}

/** Folder of the panel's conversation feature. Its subfolders are listed from data to display; each may import those before it. */
const CONVERSATION_FOLDER = 'apps/panel/src/features/conversation/'
export const CONVERSATION_SUBFOLDERS = [
  'outbox',
  'cache',
  'audio',
  'realtime',
  'actions',
  'privacy',
  'composer',
  'list',
  'thread',
  'profile',
  'header',
  'search',
]
const createConversationZone = (folder: string): ImportZone => {
  const at = CONVERSATION_SUBFOLDERS.indexOf(folder.slice(CONVERSATION_FOLDER.length, -1))
  const known = at === -1 ? CONVERSATION_SUBFOLDERS : CONVERSATION_SUBFOLDERS.slice(0, at)
  return {
    path: folder,
    mayImport: [
      ...[...known, 'testing'].map((room) => `${CONVERSATION_FOLDER}${room}/`),
      ...PANEL_SHARED_FOLDERS,
      VOICE_FOLDER,
      FILES_FOLDER,
    ],
    hint: `a room of the conversation imports those before it only (${CONVERSATION_SUBFOLDERS.join(', ')}), and a feature never another: compose both in pages/`,
  }
}

const ZONE_FACTORIES = [
  { parent: /^apps\/panel\/src\/features\/conversation\/[^/]+\//, make: createConversationZone },
  { parent: /^apps\/server\/src\/features\/assistant\/[^/]+\//, make: createAssistantZone },
  { parent: /^apps\/panel\/src\/features\/[^/]+\//, make: createPanelFeatureZone },
  { parent: /^apps\/server\/src\/features\/[^/]+\//, make: createServerFeatureZone },
  { parent: /^apps\/server\/src\/adapters\/[^/]+\//, make: createServerAdapterZone },
]

/** Matches configuration files of tools at the top of a workspace, which may import packages only. */
const TOOL_CONFIG = /^(?:(?:apps|packages)\/[^/]+\/|e2e\/|bench\/)?(?:[a-z.-]+\.config\.ts|\.size-limit\.js)$/
const TOOL_CONFIG_ZONE: ImportZone = {
  path: 'a tool configuration',
  mayImport: ['apps/', 'scripts/'],
  hint: 'import packages only',
}

/** Returns the zone of a file, or null if its path belongs to no zone. */
export const findZone = (file: string): ImportZone | null => {
  for (const { parent, make } of ZONE_FACTORIES) {
    const folder = parent.exec(file)?.[0]
    if (folder) return make(folder)
  }
  return FIXED_ZONES.find((zone) => file.startsWith(zone.path)) ?? (TOOL_CONFIG.test(file) ? TOOL_CONFIG_ZONE : null)
}

/** Matches the workspaces that test the product from outside. They may import its test helpers. */
const EXTERNAL_TEST_WORKSPACES = /^(?:bench|faults|e2e)\//
const isTestFile = (file: string) => /\.test\.tsx?$/.test(file)
const isTestHelper = (file: string) => file.includes('/testing/')
const getWorkspace = (file: string) => file.split('/').slice(0, 3).join('/')

/** Returns why `from` may not import `to` (both relative to the repository's root), or null if it may. */
export const getForbiddenImportReason = (from: string, to: string): string | null => {
  const zone = findZone(from)
  if (!zone) return 'this folder belongs to no zone: name it in scripts/imports/fixed-zones.ts'
  const forTests = isTestFile(from) || isTestHelper(from)
  if (forTests && to.startsWith(`${getWorkspace(from)}/testing/`)) return null
  if (isTestFile(to)) return 'nothing imports a test'
  if (isTestHelper(to) && !forTests && !EXTERNAL_TEST_WORKSPACES.test(from)) return 'only tests import what lies in testing/'
  const allowed = [zone.path, ...zone.mayImport]
  return allowed.some((prefix) => to.startsWith(prefix)) ? null : zone.hint
}

/** Returns why `from` may not import the npm package `name`, or null if it may. Tests may import any package. */
export const getForbiddenPackageReason = (from: string, name: string): string | null => {
  const zone = findZone(from)
  if (!zone?.packages || isTestFile(from) || isTestHelper(from) || zone.packages.includes(name)) return null
  return zone.hint
}
