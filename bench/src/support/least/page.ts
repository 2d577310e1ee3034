import type { Page } from '@playwright/test'

/** What a page of the least shows: pieces of HTML as the panel drew them. */
export interface Drawn {
  /** Style sheets of the panel. */
  readonly styles: readonly string[]
  /** Rows of the list. */
  readonly rows: readonly string[]
  /** Conversations by the id of their row: header, messages, composer and profile. */
  readonly threads: Readonly<Record<string, string>>
}

/** Where the least page stands: beside the panel, so that it asks the same server for the same. */
export const LEAST_PATH = '/least'

/** Takes from the panel what it shows now. */
export const drawnNow = (page: Page): Promise<Drawn & { thread: string }> =>
  page.evaluate(() => {
    const log = document.querySelector('[role=log]')
    return {
      styles: [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].map(({ href }) => href),
      rows: [...document.querySelectorAll('a[data-row]')].map((row) => row.outerHTML),
      threads: {},
      thread: log?.closest('section')?.parentElement?.outerHTML ?? '',
    }
  })

export interface Shape {
  /** How many rows there are; those drawn are shown over and over. */
  readonly count?: number
  /** Height of each, in pixels. */
  readonly rowPx?: number
  /** Share of the window that the list has, in percent. */
  readonly width?: number
}

/**
 * The same rows and bubbles as plain HTML, and about twenty lines of script: what a page costs that does the same without a framework, a
 * cache, real time, or anything else that a day's work needs.
 */
export const leastPage = (
  { styles, rows, threads }: Drawn,
  { count = rows.length, rowPx = 65, width = 30 }: Shape = {},
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

/** Answers for the least page in a window of the panel. */
export const serveLeast = (page: Page, html: () => string): Promise<unknown> =>
  page.route(`**${LEAST_PATH}*`, (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body: html() }))
