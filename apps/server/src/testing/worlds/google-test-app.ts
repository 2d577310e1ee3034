import { type GoogleDouble, openGoogleDouble } from '../doubles/google/google-double.ts'
import { startTestApp, type TestApp } from '../harness/test-app.ts'

/** Starts a server that uses the Google double. */
export async function startTestAppWithGoogle(): Promise<{ test: TestApp; google: GoogleDouble; close: () => Promise<void> }> {
  const google = await openGoogleDouble()
  const test = await startTestApp(google.env)
  const close = async () => {
    await test.close()
    await google.close()
  }
  return { test, google, close }
}
