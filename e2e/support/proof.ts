import type { Page } from '@playwright/test'
import { confirm } from '@prosa/contract/calls/second-step'
import { HEADERS } from '@prosa/contract/http'
import { PASSWORD } from './accounts.ts'
import { apiOf } from './provider.ts'

/** Confirms the password by an API call with the window's session; valid for ten minutes. */
export async function proveByCall(page: Page): Promise<void> {
  const headers = { [HEADERS.requestTime]: new Date().toISOString() }
  const response = await page.request.post(`${apiOf(page)}${confirm.path}`, { headers, data: { password: PASSWORD } })
  if (!response.ok()) throw new Error(`The proof was answered ${response.status()}`)
}
