import { join } from 'node:path'

const SRC = join(import.meta.dirname, '../src')
export const ENTRY = 'app/main.tsx'
/** What answers are judged with; a page can be painted before it is there. */
const SCHEMAS = '../../../packages/contract/src/calls/auth.ts'
export const SIGN_IN = 'pages/login-page.tsx'
export const SHELL = 'app/shell/shell.tsx'
export const CHAT = ['pages/chat/chat-page.tsx', 'pages/chat/conversation-page.tsx']
export const CHAT_INDEX = 'pages/chat/chat-index.tsx'
/** Reached without the shell, so that none of them may bring its file along. */
const OUTSIDE = [
  'app/shell/toasts.tsx',
  'pages/onboarding-error-page.tsx',
  'pages/calendar-callback-page.tsx',
  'pages/legal-page.tsx',
  'pages/not-found-page.tsx',
  'pages/onboarding-page.tsx',
]
const OTHER_PAGES = ['pages/agents-page.tsx', 'pages/dashboard-page.tsx', 'pages/invite-page.tsx', 'pages/settings-page.tsx']

type Modules = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }

/** Every module that these load at once. */
function reached(roots: readonly string[], modules: Modules): ReadonlySet<string> {
  const found = new Set<string>()
  const visit = (id: string): void => {
    if (found.has(id)) return
    found.add(id)
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) visit(imported)
  }
  for (const root of roots) visit(join(SRC, root))
  return found
}

/** A file for what all of these share with nobody else. */
function fileOf(name: string, roots: readonly string[], others: readonly string[], priority: number) {
  let own: ReadonlySet<string> | undefined
  const ofOwn = (id: string, modules: Modules) => {
    if (!own) {
      const elsewhere = reached(others, modules)
      own = new Set([...reached(roots, modules)].filter((one) => !elsewhere.has(one)))
    }
    return own.has(id) ? name : null
  }
  return { name: ofOwn, priority }
}

/** What every page has: all that the first script needs, and what the form and the panel share. */
function firstFile() {
  let own: ReadonlySet<string> | undefined
  return (id: string, modules: Modules) => {
    if (!own) {
      const inside = reached([SHELL, ...CHAT], modules)
      own = new Set([...reached([ENTRY], modules), ...[...reached([SIGN_IN], modules)].filter((one) => inside.has(one))])
    }
    return own.has(id) ? 'first' : null
  }
}

/** Each icon is imported by its own path, so that the build can tell who draws it. */
function iconFile() {
  let drawnInChat: ReadonlySet<string> | undefined
  let drawnInToasts: ReadonlySet<string> | undefined
  return (id: string, modules: Modules) => {
    drawnInChat ??= reached([SHELL, ...CHAT], modules)
    drawnInToasts ??= reached(['app/shell/toasts.tsx'], modules)
    if (drawnInChat.has(id)) return 'marks'
    // The sign-in page loads them too.
    return drawnInToasts.has(id) ? 'toast-marks' : 'more-marks'
  }
}

/** Small, and there soon: they bring no page's parts along. */
const SMALL = [
  'features/auth/beyond-password.tsx',
  'pages/chat/chat-index.tsx',
  'pages/chat/conversation-keys.tsx',
  'app/outside/outer-manners.tsx',
  'app/outside/confirm-dialog.tsx',
  'app/shell/user-menu-items.tsx',
  'app/shell/agent-menu-items.tsx',
  'features/conversation/list/filter-list.tsx',
  'features/conversation/list/row-menu.tsx',
  'features/conversation/thread/thread-menu-items.tsx',
  'features/conversation/thread/lead-profile.tsx',
  'shared/ui/menu-layer.tsx',
  'shared/ui/popover-layer.tsx',
  'shared/ui/tooltip-layer.tsx',
]

/** One file for the small parts that pages beside the chat share: each file's name would be a part of what the sign-in page weighs. */
function partsFile() {
  let elsewhere: ReadonlySet<string> | undefined
  return (id: string, modules: Modules) => {
    elsewhere ??= reached([ENTRY, SIGN_IN, SCHEMAS, SHELL, ...CHAT, ...SMALL], modules)
    // The guard of unsaved forms would bring its part of the router along to every page that has some of these; templates are written and filled in few places.
    const isApart =
      /ui.(leave-guard|template-bubble|filled|pick-file)|template-(words|draft|problems)|(whatsapp|number)-templates/.test(id)
    return /panel.src.(shared|features)|packages.(contract|files.src.(digest|video.words))/.test(id) &&
      !isApart &&
      !elsewhere.has(id)
      ? 'parts'
      : null
  }
}

/** Of some hundred characters each, and wanted by several late parts: in files of their own they would be all name, on every page that names them. */
const CRUMBS =
  /base-ui.react.((alert-)?dialog.handle|csp-provider|internals.(csp-context|direction-context)|(floating-ui-react.)?utils.(enqueueFocus|useAnchoredPopupScrollLock))|panel.src.shared.(api.(missing|use-single-mutation)|lib.save-file|ui.kbd)|conversation.files.unsent-mark|contract.src.entities.transcript/

/** Parts of that kind that the sign-in page loads after its form: no other crumb, and none of the files those need, may come with them. */
const SIGN_IN_CRUMBS = /panel.src.shared.api.reason|contract.src.rules.second-step/

/**
 * What every page has comes in one file, so does what every page behind the sign-in has, and what the chat has: instead of a crumb
 * for every set of pages that shares a part. Fewer requests, and files that compress better (4 to 8 kB less to each page).
 * Small parts that the chat shares with other pages are one file too. Icons are three files, those that an open conversation may draw, those of toasts and
 * the others, so that no chunk waits for an icon in a chunk that waits for it. Links and the guard of unsaved forms come out of the
 * router's one entry, but no page draws them before a sign-in.
 */
export const together = () => ({
  includeDependenciesRecursively: false,
  groups: [
    { name: firstFile(), priority: 3 },
    fileOf('form', [SIGN_IN], [ENTRY, SHELL, ...CHAT], 3),
    fileOf('inside', [SHELL], OUTSIDE, 2),
    fileOf('chat', CHAT, [...OUTSIDE, ...OTHER_PAGES], 1),
    fileOf('shared', CHAT, [], 0),
    fileOf('schemas', [SCHEMAS], [ENTRY, SIGN_IN], 4),
    { name: 'sign-in-crumbs', test: SIGN_IN_CRUMBS, priority: -0.5 },
    { name: 'crumbs', test: CRUMBS, priority: -0.5 },
    { name: partsFile(), minShareCount: 2, priority: -1 },
    { name: 'links', test: /react-router\/dist\/esm\/link\.js/, priority: 6 },
    { name: 'leaving', test: /react-router\/dist\/esm\/useBlocker\.js/, priority: 6 },
    { name: iconFile(), test: /node_modules\/lucide-react/, priority: 5 },
  ],
})
