import type { Page } from '@playwright/test'

/** Content of the minimal page: HTML fragments rendered by the panel. */
export interface RenderedPanel {
  /** URLs of the panel's style sheets. */
  readonly styles: readonly string[]
  /** Rows of the list. */
  readonly rows: readonly string[]
  /** Conversations by the id of their row: header, messages, composer and profile. */
  readonly threads: Readonly<Record<string, string>>
}

/** Path of the minimal page, on the panel's origin so that both use the same server. */
export const MINIMAL_PAGE_PATH = '/least'

/** Returns the HTML that the panel currently shows. */
export const captureRenderedPanel = (page: Page): Promise<RenderedPanel & { thread: string }> =>
  page.evaluate(() => {
    const log = document.querySelector('[role=log]')
    return {
      styles: [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].map(({ href }) => href),
      rows: [...document.querySelectorAll('a[data-row]')].map((row) => row.outerHTML),
      threads: {},
      thread: log?.closest('section')?.parentElement?.outerHTML ?? '',
    }
  })

export interface MinimalPageOptions {
  /** Number of rows; the given ones are repeated. */
  readonly count?: number
  /** Height of a row in pixels. */
  readonly rowPx?: number
  /** Width of the list in percent of the window. */
  readonly width?: number
}

/**
 * Returns the same rows and bubbles as plain HTML with about twenty lines of script: the cost of a page without a framework, a cache or
 * real-time updates.
 */
export const buildMinimalPage = (
  { styles, rows, threads }: RenderedPanel,
  { count = rows.length, rowPx = 65, width = 30 }: MinimalPageOptions = {},
): string => `<!doctype html>
<html lang="pt-BR" data-theme="dark">
${styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('\n')}
<div style="display:flex;height:100dvh">
<div id="list" style="width:${width}%;overflow-y:auto"><div id="rows" style="position:relative;height:${count * rowPx}px"></div></div>
<div id="pane" style="flex:1;min-width:0"></div></div>
<script>
const ROWS = ${JSON.stringify(rows).replaceAll('</', '<\\/')}
const THREADS = ${JSON.stringify(threads).replaceAll('</', '<\\/')}
const list = document.getElementById('list'), rows = document.getElementById('rows'), pane = document.getElementById('pane')
const known = new Set()
let first = -1
const draw = () => {
  const at = Math.max(0, Math.floor(list.scrollTop / ${rowPx}) - 3)
  if (at === first) return
  first = at
  const shown = Math.ceil(list.clientHeight / ${rowPx}) + 6
  rows.innerHTML = Array.from({ length: Math.min(shown, ${count} - at) }, (_, n) =>
    '<div style="position:absolute;width:100%;top:' + (at + n) * ${rowPx} + 'px">' + ROWS[(at + n) % ROWS.length] + '</div>').join('')
}
const load = (path) => fetch('/api' + path).then((answer) => answer.json())
rows.onclick = async (event) => {
  event.preventDefault()
  const row = event.target.closest('a')
  const [, , lead, id] = new URL(row.href).pathname.split('/')
  if (!known.has(id)) await Promise.all([load('/conversations/lead/' + lead + '/' + id + '?limit=50'), load('/leads/' + lead)])
  known.add(id)
  pane.innerHTML = THREADS[id]
  pane.querySelector('[role=log]').scrollTop = 1e9
}
list.onscroll = draw
const agent = new URLSearchParams(location.search).get('agent')
if (agent) load('/conversations/agents/' + agent + '?archive=false&limit=20').then(draw)
else draw()
</script>`

/** Serves the minimal page in a window of the panel. */
export const serveMinimalPage = (page: Page, html: () => string): Promise<unknown> =>
  page.route(`**${MINIMAL_PAGE_PATH}*`, (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body: html() }))
