import { CONTRACT, FILES, FIXED, THEME, VOICE, type Zone } from './fixed-zones.ts'
import { SERVER_FEATURES } from './server-features.ts'

const OF_PANEL = ['apps/panel/src/shared/', CONTRACT, THEME]
const panelFeature = (folder: string): Zone => ({
  path: folder,
  mayImport: OF_PANEL,
  hint: 'a feature never imports another: compose both in pages/, or move what is common to shared/',
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

/**
 * Folders of the assistant, in the order of a turn, each with the folders that it may import. The two engines may not import each other.
 */
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

/** Folders of the conversation feature, from data to display: each may import those listed before it. */
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
]
const conversationRoom = (folder: string): Zone => {
  const at = CONVERSATION_ROOMS.indexOf(folder.slice(CONVERSATION.length, -1))
  const known = at === -1 ? CONVERSATION_ROOMS : CONVERSATION_ROOMS.slice(0, at)
  return {
    path: folder,
    mayImport: [...[...known, 'testing'].map((room) => `${CONVERSATION}${room}/`), ...OF_PANEL, VOICE, FILES],
    hint: `a room of the conversation imports those before it only (${CONVERSATION_ROOMS.join(', ')}), and a feature never another: compose both in pages/`,
  }
}

const generated = [
  { parent: /^apps\/panel\/src\/features\/conversation\/[^/]+\//, make: conversationRoom },
  { parent: /^apps\/server\/src\/features\/assistant\/[^/]+\//, make: assistantRoom },
  { parent: /^apps\/panel\/src\/features\/[^/]+\//, make: panelFeature },
  { parent: /^apps\/server\/src\/features\/[^/]+\//, make: serverFeature },
  { parent: /^apps\/server\/src\/adapters\/[^/]+\//, make: serverAdapter },
]

/** Configuration files of tools at the top of a workspace, which import packages only. */
const TOOL_CONFIG = /^(?:(?:apps|packages)\/[^/]+\/|e2e\/|bench\/)?(?:[a-z.-]+\.config\.ts|\.size-limit\.js)$/
const toolConfig: Zone = { path: 'a tool configuration', mayImport: ['apps/', 'scripts/'], hint: 'import packages only' }

/** Returns the zone of a file, or null if its path is unknown. */
export const zoneOf = (file: string): Zone | null => {
  for (const { parent, make } of generated) {
    const folder = parent.exec(file)?.[0]
    if (folder) return make(folder)
  }
  return FIXED.find((zone) => file.startsWith(zone.path)) ?? (TOOL_CONFIG.test(file) ? toolConfig : null)
}

/** Workspaces that test the product from outside may import its test helpers. */
const DRIVERS = /^(?:bench|faults|e2e)\//
const isTest = (file: string) => /\.test\.tsx?$/.test(file)
/** Test helpers are in folders named `testing` of a workspace or a feature. */
const isHelper = (file: string) => file.includes('/testing/')
const workspaceOf = (file: string) => file.split('/').slice(0, 3).join('/')

/** Returns why `from` may not import `to` (both relative to the repository's root), or null if it may. */
export const forbiddenImport = (from: string, to: string): string | null => {
  const zone = zoneOf(from)
  if (!zone) return 'this folder belongs to no zone: name it in scripts/imports/fixed-zones.ts'
  const forTests = isTest(from) || isHelper(from)
  if (forTests && to.startsWith(`${workspaceOf(from)}/testing/`)) return null
  if (isTest(to)) return 'nothing imports a test'
  if (isHelper(to) && !forTests && !DRIVERS.test(from)) return 'only tests import what lies in testing/'
  const allowed = [zone.path, ...zone.mayImport]
  return allowed.some((prefix) => to.startsWith(prefix)) ? null : zone.hint
}

/** Returns why `from` may not import the npm package `name`, or null if it may. Tests may import any package. */
export const forbiddenPackage = (from: string, name: string): string | null => {
  const zone = zoneOf(from)
  if (!zone?.packages || isTest(from) || isHelper(from) || zone.packages.includes(name)) return null
  return zone.hint
}
