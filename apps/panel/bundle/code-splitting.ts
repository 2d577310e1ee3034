import { join } from 'node:path'

const SRC_DIR = join(import.meta.dirname, '../src')
export const ENTRY_MODULE = 'app/main.tsx'
/** Path of the module with the validation schemas for server responses. Pages render before this module is loaded. */
const AUTH_SCHEMAS_MODULE = '../../../packages/contract/src/calls/accounts/auth.ts'
export const LOGIN_PAGE_MODULE = 'pages/sign-in/login-page.tsx'
export const SHELL_MODULE = 'app/shell/shell.tsx'
export const CHAT_PAGE_MODULES = ['pages/chat/chat-page.tsx', 'pages/chat/conversation-page.tsx']
export const CHAT_INDEX_MODULE = 'pages/chat/chat-index.tsx'
/** Modules that are loaded without the shell (the layout of signed-in pages). They must not import the shell's chunk. */
const MODULES_WITHOUT_SHELL = [
  'app/shell/toasts.tsx',
  'pages/onboarding/onboarding-error-page.tsx',
  'pages/standalone/calendar-callback-page.tsx',
  'pages/standalone/legal-page.tsx',
  'pages/standalone/not-found-page.tsx',
  'pages/onboarding/onboarding-page.tsx',
]
const OTHER_PAGE_MODULES = [
  'pages/agents/agents-page.tsx',
  'pages/dashboard-page.tsx',
  'pages/invite-page.tsx',
  'pages/settings-page.tsx',
]

type ModuleGraph = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }

/** Returns the root modules and all modules that they import statically, directly or indirectly. */
function collectStaticImports(roots: readonly string[], modules: ModuleGraph): ReadonlySet<string> {
  const found = new Set<string>()
  const visit = (id: string): void => {
    if (found.has(id)) return
    found.add(id)
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) visit(imported)
  }
  for (const root of roots) visit(join(SRC_DIR, root))
  return found
}

/** Returns a chunk definition for the modules that `roots` import, directly or indirectly, and `others` do not. */
function createChunkGroup(name: string, roots: readonly string[], others: readonly string[], priority: number) {
  let own: ReadonlySet<string> | undefined
  const ofOwn = (id: string, modules: ModuleGraph) => {
    if (!own) {
      const elsewhere = collectStaticImports(others, modules)
      own = new Set([...collectStaticImports(roots, modules)].filter((one) => !elsewhere.has(one)))
    }
    return own.has(id) ? name : null
  }
  return { name: ofOwn, priority }
}

/**
 * Creates a function that assigns modules to the chunk `first`. This chunk contains the modules of the entry script, and the modules that
 * the sign-in form shares with the signed-in pages.
 */
function createFirstChunkNamer() {
  let own: ReadonlySet<string> | undefined
  return (id: string, modules: ModuleGraph) => {
    if (!own) {
      const inside = collectStaticImports([SHELL_MODULE, ...CHAT_PAGE_MODULES], modules)
      own = new Set([
        ...collectStaticImports([ENTRY_MODULE], modules),
        ...[...collectStaticImports([LOGIN_PAGE_MODULE], modules)].filter((one) => inside.has(one)),
      ])
    }
    return own.has(id) ? 'first' : null
  }
}

/**
 * Creates a function that assigns each icon to a chunk, depending on the parts of the panel that import it. Each icon must be imported by
 * its own path.
 */
function createIconChunkNamer() {
  let drawnInChat: ReadonlySet<string> | undefined
  let drawnInToasts: ReadonlySet<string> | undefined
  return (id: string, modules: ModuleGraph) => {
    drawnInChat ??= collectStaticImports([SHELL_MODULE, ...CHAT_PAGE_MODULES], modules)
    drawnInToasts ??= collectStaticImports(['app/shell/toasts.tsx'], modules)
    if (drawnInChat.has(id)) return 'marks'
    // Icons of notifications have their own chunk, because the sign-in page needs them too.
    return drawnInToasts.has(id) ? 'toast-marks' : 'more-marks'
  }
}

/** Small lazy modules that are loaded early and import no module of a page. */
const SMALL_LAZY_MODULES = [
  'features/auth/additional-sign-in-options.tsx',
  'pages/chat/chat-index.tsx',
  'pages/chat/conversation-shortcuts.tsx',
  'app/app-effects.tsx',
  'app/identity-confirmation-dialog.tsx',
  'app/shell/user-menu-items.tsx',
  'app/shell/agent-menu-items.tsx',
  'features/conversation/list/header/filter-list.tsx',
  'features/conversation/list/rows/row-menu.tsx',
  'features/conversation/header/thread-menu-items.tsx',
  'features/conversation/profile/lead-profile.tsx',
  'shared/ui/menus/menu-layer.tsx',
  'shared/ui/layers/popover-layer.tsx',
  'shared/ui/layers/tooltip-layer.tsx',
]

/**
 * Creates a function that puts the small modules shared by pages outside the chat into one chunk. More chunks would enlarge the sign-in
 * page, because it lists all chunk names.
 */
function createSharedPartsNamer() {
  let elsewhere: ReadonlySet<string> | undefined
  return (id: string, modules: ModuleGraph) => {
    elsewhere ??= collectStaticImports(
      [ENTRY_MODULE, LOGIN_PAGE_MODULE, AUTH_SCHEMAS_MODULE, SHELL_MODULE, ...CHAT_PAGE_MODULES, ...SMALL_LAZY_MODULES],
      modules,
    )
    // Excludes the guard for unsaved forms, because it imports router code, and the template modules, because few pages use them.
    const isApart =
      /ui.(dialogs.unsaved-changes-guard|templates.(template-bubble|filled-template-text)|file-inputs.file-picker)|template-(labels|draft|problems)|(whatsapp|number)-templates/.test(
        id,
      )
    return /panel.src.(shared|features)|packages.(contract|files.src.(compute-blob-sha256|video.conversion-texts))/.test(id) &&
      !isApart &&
      !elsewhere.has(id)
      ? 'parts'
      : null
  }
}

/**
 * Modules of a few hundred bytes that several lazy chunks import. They share one chunk, because a separate chunk name for each would be
 * larger than its code.
 */
const TINY_SHARED_MODULES =
  /base-ui.react.((alert-)?dialog.handle|csp-provider|internals.(csp-context|direction-context)|(floating-ui-react.)?utils.(enqueueFocus|useAnchoredPopupScrollLock))|panel.src.shared.(api.(is-not-implemented|use-single-mutation)|browser.download-file|shortcuts.kbd)|conversation.outbox.storage.unsent-mark|contract.src.entities.conversations.transcript/

/** Small modules that the sign-in page loads after its form. Their chunk must contain no other small modules. */
const TINY_SIGN_IN_MODULES = /panel.src.shared.api.error-reason|contract.src.rules.accounts.second-step/

/**
 * Returns the code-splitting options of the build. The code of every page, of the signed-in pages and of the chat has one chunk each. A
 * chunk for every set of pages that shares a module would add 4 to 8 kB per page. Icons are in three chunks, so that no two chunks import
 * each other.
 */
export const getCodeSplittingOptions = () => ({
  includeDependenciesRecursively: false,
  groups: [
    { name: createFirstChunkNamer(), priority: 3 },
    createChunkGroup('form', [LOGIN_PAGE_MODULE], [ENTRY_MODULE, SHELL_MODULE, ...CHAT_PAGE_MODULES], 3),
    createChunkGroup('inside', [SHELL_MODULE], MODULES_WITHOUT_SHELL, 2),
    createChunkGroup('chat', CHAT_PAGE_MODULES, [...MODULES_WITHOUT_SHELL, ...OTHER_PAGE_MODULES], 1),
    createChunkGroup('shared', CHAT_PAGE_MODULES, [], 0),
    createChunkGroup('schemas', [AUTH_SCHEMAS_MODULE], [ENTRY_MODULE, LOGIN_PAGE_MODULE], 4),
    { name: 'sign-in-crumbs', test: TINY_SIGN_IN_MODULES, priority: -0.5 },
    { name: 'crumbs', test: TINY_SHARED_MODULES, priority: -0.5 },
    { name: createSharedPartsNamer(), minShareCount: 2, priority: -1 },
    { name: 'links', test: /react-router\/dist\/esm\/link\.js/, priority: 6 },
    { name: 'leaving', test: /react-router\/dist\/esm\/useBlocker\.js/, priority: 6 },
    { name: createIconChunkNamer(), test: /node_modules\/lucide-react/, priority: 5 },
  ],
})
