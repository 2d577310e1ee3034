import type { Page } from '@playwright/test'
import { confirmSessionIdentity } from '@prosa/contract/calls/accounts/second-step'
import { HTTP_HEADERS } from '@prosa/contract/http'
import { DEMO_USER_PASSWORD } from './accounts.ts'
import { getApiUrl } from './provider.ts'

/** Confirms the password by an API call with the window's session; valid for ten minutes. */
export async function confirmPasswordByCall(page: Page): Promise<void> {
  const headers = { [HTTP_HEADERS.requestTime]: new Date().toISOString() }
  const response = await page.request.post(`${getApiUrl(page)}${confirmSessionIdentity.path}`, {
    headers,
    data: { password: DEMO_USER_PASSWORD },
  })
  if (!response.ok()) throw new Error(`The proof was answered ${response.status()}`)
}
