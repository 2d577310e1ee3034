import { calendar } from '@googleapis/calendar'
import { CodeChallengeMethod, OAuth2Client } from 'google-auth-library'
import { decodeJwt } from 'jose'
import { CalendarAccessRevokedError, type CalendarProvider, CalendarRequestRejectedError } from '../../platform/deps.ts'
import { withDeadline } from '../../platform/external-services/with-deadline.ts'

export interface GoogleCalendarSettings {
  clientId: string
  clientSecret: string
  apiUrl: string
  /** Base URL of the OAuth endpoints; null for Google's endpoints. */
  oauthUrl: string | null
}

const SCOPES = ['openid', 'email', 'https://www.googleapis.com/auth/calendar.events']
/** Timeout in milliseconds of one calendar operation, including retries and the renewal of the access token. */
const TIMEOUT_MS = 30_000

/** Creates a Google Calendar client that uses OAuth with PKCE. Google's sign-in popup redirects to a callback page of the panel. */
export function createGoogleCalendar(
  { clientId, clientSecret, apiUrl, oauthUrl }: GoogleCalendarSettings,
  publicOrigin: string,
  timeoutMs = TIMEOUT_MS,
): CalendarProvider {
  const endpoints = oauthUrl && {
    oauth2AuthBaseUrl: `${oauthUrl}/o/oauth2/v2/auth`,
    oauth2TokenUrl: `${oauthUrl}/token`,
    oauth2RevokeUrl: `${oauthUrl}/revoke`,
  }
  const client = (refreshToken?: string) => {
    const oauthClient = new OAuth2Client({
      clientId,
      clientSecret,
      redirectUri: `${publicOrigin}/google-calendar/oauth2callback`,
      transporterOptions: { timeout: timeoutMs },
      ...(endpoints ? { endpoints } : {}),
    })
    if (refreshToken) oauthClient.setCredentials({ refresh_token: refreshToken })
    return oauthClient
  }

  const callCalendar = async <T>(
    refreshToken: string,
    callback: (api: ReturnType<typeof calendar>) => Promise<T>,
  ): Promise<T> => {
    try {
      return await withDeadline(timeoutMs, () =>
        callback(calendar({ version: 'v3', auth: client(refreshToken), rootUrl: `${apiUrl}/`, timeout: timeoutMs })),
      )
    } catch (error) {
      if (isAccessRevoked(error)) throw new CalendarAccessRevokedError('The authorization was taken back', { cause: error })
      throw isRejection(error) ? new CalendarRequestRejectedError('The calendar refused', { cause: error }) : error
    }
  }

  return {
    buildAuthUrl: ({ state, challenge }) =>
      client().generateAuthUrl({
        access_type: 'offline',
        // Without the consent prompt, Google issues a refresh token only for the first authorization.
        prompt: 'consent',
        scope: SCOPES,
        state,
        code_challenge: challenge,
        code_challenge_method: CodeChallengeMethod.S256,
      }),
    exchangeCode: async (code, verifier) => {
      const { tokens } = await withDeadline(timeoutMs, () => client().getToken({ code, codeVerifier: verifier }))
      if (!tokens.refresh_token) throw new Error('The provider gave no refresh token')
      // The token's signature need not be verified, because the token came directly from the provider over TLS.
      const { email } = tokens.id_token ? decodeJwt(tokens.id_token) : { email: null }
      return { email: typeof email === 'string' ? email : null, refreshToken: tokens.refresh_token }
    },
    createEvent: (refreshToken, event) =>
      callCalendar(refreshToken, async (api) => {
        const id = event.id.replaceAll('-', '')
        const insert = api.events.insert({
          calendarId: 'primary',
          sendUpdates: 'all',
          requestBody: {
            id,
            summary: event.title,
            description: event.description,
            ...toEventTimes(event),
            attendees: event.attendees.map((email) => ({ email })),
          },
        })
        // Status 409 means that an earlier attempt created the event, because the server generates the event's id.
        const createdEvent = await insert.catch(nullForStatuses(409))
        return { id: createdEvent?.data.id ?? id, htmlLink: createdEvent?.data.htmlLink ?? '' }
      }),
    moveEvent: (refreshToken, id, times) =>
      callCalendar(refreshToken, async (api) => {
        await api.events
          .patch({ calendarId: 'primary', eventId: id, sendUpdates: 'all', requestBody: toEventTimes(times) })
          .catch(nullForStatuses(404, 410))
      }),
    removeEvent: (refreshToken, id, { guests }) =>
      callCalendar(refreshToken, async (api) => {
        await api.events
          .delete({ calendarId: 'primary', eventId: id, sendUpdates: guests ? 'all' : 'none' })
          .catch(nullForStatuses(404, 410))
      }),
    revoke: async (refreshToken) => {
      await withDeadline(timeoutMs, () => client(refreshToken).revokeToken(refreshToken))
    },
  }
}

const toEventTimes = ({ start, end }: { start: Date; end: Date }) => ({
  start: { dateTime: start.toISOString() },
  end: { dateTime: end.toISOString() },
})

/** Returns an error handler that returns null for errors with one of these HTTP statuses, and rethrows any other error. */
const nullForStatuses =
  (...statuses: number[]) =>
  (error: unknown): null => {
    if (statuses.includes((error as { status?: number }).status ?? 0)) return null
    throw error
  }

/** Whether the provider rejected the request (HTTP status 4xx). False for 408, because a timed-out request may have taken effect. */
const isRejection = (error: unknown): boolean => {
  const { status = 0 } = error as { status?: number }
  return status >= 400 && status < 500 && status !== 408
}

const isAccessRevoked = (error: unknown): boolean => {
  const { status, response } = error as { status?: number; response?: { data?: { error?: unknown } } }
  return response?.data?.error === 'invalid_grant' || status === 401
}
