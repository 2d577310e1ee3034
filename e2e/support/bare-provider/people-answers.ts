import { DEMO_USER_PASSWORD } from '../accounts.ts'
import { type BareAnswers, BareProviderError, buildSuccess, throwNotFound } from './bare-answer.ts'
import { type BareData, type BareInvitation, createBareId, getTimestampBefore } from './bare-data.ts'

/** Answers about sign-in, users, organisations and the calendar, exactly as in section 7. */

const DAY_MS = 86_400_000

const omitInvitationToken = ({ token: _secret, ...invitation }: BareInvitation) => invitation

export const insertInvitation = (
  world: BareData,
  { email, role }: { email: string; role: string },
  home: BareData['tenants'][number],
): BareInvitation => {
  const made: BareInvitation = {
    id: createBareId('invitation'),
    token: createBareId('token'),
    expiresAt: getTimestampBefore(-7 * DAY_MS),
    user: { email, name: '', role },
    created_at: getTimestampBefore(0),
    status: 'PENDING',
    tenant: { id: home.id, domain: home.domain },
  }
  world.invitations.push(made)
  return made
}

export const peopleAnswers: BareAnswers = {
  'POST /auth/login': ({ world, body, signIn }) => {
    const user = world.users.find(({ phone }) => phone === body.phone)
    if (!user || body.password !== DEMO_USER_PASSWORD)
      throw new BareProviderError(401, 'INVALID_CREDENTIALS', 'Invalid credentials')
    signIn(user)
    const data = { user, accessToken: createBareId('access'), refreshToken: createBareId('refresh'), expiresIn: 900 }
    return { success: true, message: 'ok', data, fieldErrors: {} }
  },
  'GET /auth/me': ({ user }) => buildSuccess(user),
  'POST /auth/refresh': () => null,
  'POST /auth/logout': ({ signOut }) => {
    signOut(false)
    return null
  },
  'POST /auth/logout-all': ({ signOut }) => {
    signOut(true)
    return null
  },
  'POST /auth/change-password': ({ body }) => {
    if (body.currentPassword === DEMO_USER_PASSWORD) return null
    throw new BareProviderError(400, 'VALIDATION_ERROR', 'Dados inválidos', { currentPassword: 'A senha atual não confere.' })
  },
  // "Shape not shown": a provider may answer with a list.
  'GET /auth/sessions': () => ({ success: true, data: [] }),
  'GET /auth/websocket-token': ({ user }) => buildSuccess({ token: `socket-of-${user.id}` }),

  'POST /users/invite': ({ world, body }) => {
    const home = world.tenants.find(({ domain }) => domain === body.tenantDomain)
    if (!home) throw new BareProviderError(404, 'TENANT_NOT_FOUND', 'Organização não encontrada.')
    insertInvitation(world, { email: String(body.email), role: String(body.role) }, home)
    return null
  },
  'GET /users/invitations': ({ world }) => buildSuccess(world.invitations.map(omitInvitationToken)),
  'DELETE /users/invitations/:id': ({ world, params }) => {
    world.invitations = world.invitations.filter(({ id }) => id !== params.id)
    return { success: true, message: 'Convite cancelado.' }
  },
  // Section 3 defines no user id for an invitation, so the id in the request is the invitation's.
  'POST /users/invitations/generate-token': ({ world, body }) => {
    const invitation = world.invitations.find(({ id }) => id === body.userId) ?? throwNotFound()
    invitation.token = createBareId('token')
    return buildSuccess({ token: invitation.token })
  },
  'GET /onboarding/:token': ({ world, params }) => {
    const invitation = world.invitations.find(({ token }) => token === params.token)
    if (!invitation) throw new BareProviderError(400, 'TOKEN_INVALID', 'Token inválido ou expirado')
    const home = world.tenants.find(({ id }) => id === invitation.tenant.id) ?? throwNotFound()
    return buildSuccess({ user: invitation.user, tenant: home, invitation: { expiresAt: invitation.expiresAt } })
  },
  'POST /onboarding/:token': ({ world, params, body, signIn }) => {
    const invitation = world.invitations.find(({ token }) => token === params.token) ?? throwNotFound()
    const home = world.tenants.find(({ id }) => id === invitation.tenant.id) ?? throwNotFound()
    const { email, role } = invitation.user
    const phone = String(body.phone)
    const user = { id: createBareId('user'), phone, name: String(body.name), email, tenant: home, role, isActive: true }
    const made = { ...user, created_at: getTimestampBefore(0), updated_at: getTimestampBefore(0) }
    world.users.push(made)
    world.invitations = world.invitations.filter((one) => one !== invitation)
    signIn(made)
    return { success: true, message: 'ok', data: { token: createBareId('access'), user: made } }
  },

  'GET /tenants': ({ world, user }) =>
    buildSuccess(user.tenant.domain === 'prosa.local' ? world.tenants : world.tenants.filter(({ id }) => id === user.tenant.id)),
  'GET /tenants/:id': ({ world, params }) => buildSuccess(world.tenants.find(({ id }) => id === params.id) ?? throwNotFound()),
  'GET /tenants/domain/:domain': ({ world, params }) =>
    buildSuccess(world.tenants.find(({ domain }) => domain === params.domain) ?? throwNotFound()),
  'POST /tenants': ({ world, body }) => {
    const [name, domain] = [String(body.name), String(body.domain)]
    world.tenants.push({ id: createBareId('tenant'), name, domain, active: true, created_at: getTimestampBefore(0) })
    return null
  },
  'PUT /tenants/:id': ({ world, params, body }) => {
    Object.assign(world.tenants.find(({ id }) => id === params.id) ?? throwNotFound(), body)
    return null
  },

  'GET /google-calendar/auth-url': ({ panel }) => ({ url: `${panel}/google-calendar/oauth2callback?code=bare-code` }),
  'GET /google-calendar/oauth2callback': ({ world, user, query }) => {
    if (query.get('code') !== 'bare-code') throw new BareProviderError(400, 'VALIDATION_ERROR', 'Código inválido')
    world.calendars.set(user.id, 'ana@agenda.test')
    return { email: 'ana@agenda.test' }
  },
  'GET /google-calendar/auth-status': ({ world, user }) => {
    const email = world.calendars.get(user.id)
    return email === undefined ? { isAuthorized: false } : { isAuthorized: true, email }
  },
  'DELETE /google-calendar/revoke': ({ world, user }) => {
    world.calendars.delete(user.id)
    return null
  },
  'POST /google-calendar/create-event': () => null,
}
