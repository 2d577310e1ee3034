import { calendar } from '@googleapis/calendar'
import { CodeChallengeMethod, OAuth2Client } from 'google-auth-library'
import { decodeJwt } from 'jose'
import { type CalendarProvider, CalendarRevoked } from '../../kernel/deps.ts'

export interface GoogleSettings {
  clientId: string
  clientSecret: string
  apiUrl: string
  /** Null for Google's own. */
  oauthUrl: string | null
}

const SCOPES = ['openid', 'email', 'https://www.googleapis.com/auth/calendar.events']
const TIMEOUT_MS = 15_000

/** Google Calendar by OAuth with PKCE; the popup comes back to the panel's callback page. */
export function createGoogleCalendar(
  { clientId, clientSecret, apiUrl, oauthUrl }: GoogleSettings,
  publicOrigin: string,
): CalendarProvider {
  const endpoints = oauthUrl && {
    oauth2AuthBaseUrl: `${oauthUrl}/o/oauth2/v2/auth`,
    oauth2TokenUrl: `${oauthUrl}/token`,
    oauth2RevokeUrl: `${oauthUrl}/revoke`,
  }
  const client = (refreshToken?: string) => {
    const made = new OAuth2Client({
      clientId,
      clientSecret,
      redirectUri: `${publicOrigin}/google-calendar/oauth2callback`,
      transporterOptions: { timeout: TIMEOUT_MS },
      ...(endpoints ? { endpoints } : {}),
    })
    if (refreshToken) made.setCredentials({ refresh_token: refreshToken })
    return made
  }

  return {
    authUrl: ({ state, challenge }) =>
      client().generateAuthUrl({
        access_type: 'offline',
        // Google gives a refresh token with the first consent only, unless asked to consent again.
        prompt: 'consent',
        scope: SCOPES,
        state,
        code_challenge: challenge,
        code_challenge_method: CodeChallengeMethod.S256,
      }),
    exchange: async (code, verifier) => {
      const { tokens } = await client().getToken({ code, codeVerifier: verifier })
      if (!tokens.refresh_token) throw new Error('The provider gave no refresh token')
      // The token came straight from the provider over TLS: its signature need not be checked again.
      const { email } = tokens.id_token ? (decodeJwt(tokens.id_token) as { email?: unknown }) : { email: null }
      return { email: typeof email === 'string' ? email : null, refreshToken: tokens.refresh_token }
    },
    createEvent: async (refreshToken, event) => {
      const api = calendar({ version: 'v3', auth: client(refreshToken), rootUrl: `${apiUrl}/`, timeout: TIMEOUT_MS })
      try {
        const { data } = await api.events.insert({
          calendarId: 'primary',
          sendUpdates: 'all',
          requestBody: {
            id: event.id.replaceAll('-', ''),
            summary: event.title,
            description: event.description,
            start: { dateTime: event.start.toISOString() },
            end: { dateTime: event.end.toISOString() },
            attendees: event.attendees.map((email) => ({ email })),
          },
        })
        return { id: data.id ?? event.id, htmlLink: data.htmlLink ?? '' }
      } catch (error) {
        // The id is ours: an event that stands there already is this one.
        if ((error as { status?: number }).status === 409) return { id: event.id, htmlLink: '' }
        throw isRevoked(error) ? new CalendarRevoked('The authorization was taken back', { cause: error }) : error
      }
    },
    revoke: async (refreshToken) => {
      await client(refreshToken).revokeToken(refreshToken)
    },
  }
}

const isRevoked = (error: unknown): boolean => {
  const { status, response } = error as { status?: number; response?: { data?: { error?: unknown } } }
  return response?.data?.error === 'invalid_grant' || status === 401
}
