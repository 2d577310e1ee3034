import { join } from 'node:path'

const SRC = join(import.meta.dirname, '../src')
export const ENTRY = 'app/main.tsx'
/** Schemas that validate the server's responses. A page can be rendered before they are loaded. */
const SCHEMAS = '../../../packages/contract/src/calls/auth.ts'
export const SIGN_IN = 'pages/login-page.tsx'
export const SHELL = 'app/shell/shell.tsx'
export const CHAT = ['pages/chat/chat-page.tsx', 'pages/chat/conversation-page.tsx']
export const CHAT_INDEX = 'pages/chat/chat-index.tsx'
/** Pages and parts that load without the shell, so none of them may depend on the shell's chunk. */
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

/** Returns the modules that the root modules import statically, directly or indirectly, and the roots themselves. */
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

/** Returns a chunk group for the modules that `roots` import and `others` do not. */
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

/** Names the chunk `first`: the modules of the entry script, and those that the sign-in form and the panel behind it share. */
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

/** Assigns each icon to a chunk by the parts of the panel that import it. Works because each icon is imported by its own path. */
function iconFile() {
  let drawnInChat: ReadonlySet<string> | undefined
  let drawnInToasts: ReadonlySet<string> | undefined
  return (id: string, modules: Modules) => {
    drawnInChat ??= reached([SHELL, ...CHAT], modules)
    drawnInToasts ??= reached(['app/shell/toasts.tsx'], modules)
    if (drawnInChat.has(id)) return 'marks'
    // The sign-in page loads the icons of toasts too.
    return drawnInToasts.has(id) ? 'toast-marks' : 'more-marks'
  }
}

/** Small lazy parts that load early and import no page's modules. */
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

/** Assigns the small modules that pages outside the chat share to one chunk: every chunk name adds to the size of the sign-in page. */
function partsFile() {
  let elsewhere: ReadonlySet<string> | undefined
  return (id: string, modules: Modules) => {
    elsewhere ??= reached([ENTRY, SIGN_IN, SCHEMAS, SHELL, ...CHAT, ...SMALL], modules)
    // The guard of unsaved forms would add its part of the router to every page that loads this chunk. Template modules are used on few
    // pages.
    const isApart =
      /ui.(leave-guard|template-bubble|filled|pick-file)|template-(words|draft|problems)|(whatsapp|number)-templates/.test(id)
    return /panel.src.(shared|features)|packages.(contract|files.src.(digest|video.words))/.test(id) &&
      !isApart &&
      !elsewhere.has(id)
      ? 'parts'
      : null
  }
}

/** Modules of a few hundred bytes that several lazy chunks import. As chunks of their own, their names would weigh more than their code. */
const CRUMBS =
  /base-ui.react.((alert-)?dialog.handle|csp-provider|internals.(csp-context|direction-context)|(floating-ui-react.)?utils.(enqueueFocus|useAnchoredPopupScrollLock))|panel.src.shared.(api.(missing|use-single-mutation)|lib.save-file|ui.kbd)|conversation.files.unsent-mark|contract.src.entities.transcript/

/**
 * Small modules that the sign-in page loads after its form. Their chunk must contain no other small module and none of its dependencies.
 */
const SIGN_IN_CRUMBS = /panel.src.shared.api.reason|contract.src.rules.second-step/

/**
 * Returns the code-splitting options of the build. One chunk each holds the code of every page, of every page behind the sign-in, and of
 * the chat, instead of one chunk for every set of pages that shares a module: fewer requests and better compression (4 to 8 kB less per
 * page). The small parts that the chat shares with other pages are one chunk. Icons are three chunks (open conversation, toasts, all
 * others), so that no two chunks import each other. Links and the guard of unsaved forms are split from the router, because no page renders
 * them before sign-in.
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
