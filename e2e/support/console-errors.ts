import type { Page } from '@playwright/test'

/** Console messages of the browser while a test has stopped the server. */
export const SERVER_DOWN_ERRORS =
  /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE|WebSocket connection|ERR_FAILED|ERR_SOCKET/

/** Records all console errors and warnings of a page, and its uncaught errors. */
export const recordConsoleErrors = (page: Page, heard: string[]): void => {
  page.on('pageerror', (error) => heard.push(`${page.url()} threw ${error.stack ?? error.message}`))
  page.on('console', (line) => {
    if (line.type() === 'error' || line.type() === 'warning')
      heard.push(`${page.url()} ${line.type()}: ${line.text()} ${line.location().url}`)
  })
}
