import { PASSWORD } from '../accounts.ts'
import { type Answers, gone, ok, Refused } from './answer.ts'
import { at, type BareInvitation, mint, type World } from './world.ts'

/** Answers about sign-in, users, organisations and the calendar, exactly as in section 7. */

const DAY = 86_400_000

const shown = ({ token: _secret, ...invitation }: BareInvitation) => invitation

export const inviteInto = (
  world: World,
  { email, role }: { email: string; role: string },
  home: World['tenants'][number],
): BareInvitation => {
  const made: BareInvitation = {
    id: mint('invitation'),
    token: mint('token'),
    expiresAt: at(-7 * DAY),
    user: { email, name: '', role },
    created_at: at(0),
    status: 'PENDING',
    tenant: { id: home.id, domain: home.domain },
  }
  world.invitations.push(made)
  return made
}

export const peopleAnswers: Answers = {
  'POST /auth/login': ({ world, body, signIn }) => {
    const user = world.users.find(({ phone }) => phone === body.phone)
    if (!user || body.password !== PASSWORD) throw new Refused(401, 'INVALID_CREDENTIALS', 'Invalid credentials')
    signIn(user)
    const data = { user, accessToken: mint('access'), refreshToken: mint('refresh'), expiresIn: 900 }
    return { success: true, message: 'ok', data, fieldErrors: {} }
  },
  'GET /auth/me': ({ user }) => ok(user),
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
    if (body.currentPassword === PASSWORD) return null
    throw new Refused(400, 'VALIDATION_ERROR', 'Dados inválidos', { currentPassword: 'A senha atual não confere.' })
  },
  // "Shape not shown": a provider may answer with a list.
  'GET /auth/sessions': () => ({ success: true, data: [] }),
  'GET /auth/websocket-token': ({ user }) => ok({ token: `socket-of-${user.id}` }),

  'POST /users/invite': ({ world, body }) => {
    const home = world.tenants.find(({ domain }) => domain === body.tenantDomain)
    if (!home) throw new Refused(404, 'TENANT_NOT_FOUND', 'Organização não encontrada.')
    inviteInto(world, { email: String(body.email), role: String(body.role) }, home)
    return null
  },
  'GET /users/invitations': ({ world }) => ok(world.invitations.map(shown)),
  'DELETE /users/invitations/:id': ({ world, params }) => {
    world.invitations = world.invitations.filter(({ id }) => id !== params.id)
    return { success: true, message: 'Convite cancelado.' }
  },
  // Section 3 defines no user id for an invitation, so the id in the request is the invitation's.
  'POST /users/invitations/generate-token': ({ world, body }) => {
    const invitation = world.invitations.find(({ id }) => id === body.userId) ?? gone()
    invitation.token = mint('token')
    return ok({ token: invitation.token })
  },
  'GET /onboarding/:token': ({ world, params }) => {
    const invitation = world.invitations.find(({ token }) => token === params.token)
    if (!invitation) throw new Refused(400, 'TOKEN_INVALID', 'Token inválido ou expirado')
    const home = world.tenants.find(({ id }) => id === invitation.tenant.id) ?? gone()
    return ok({ user: invitation.user, tenant: home, invitation: { expiresAt: invitation.expiresAt } })
  },
  'POST /onboarding/:token': ({ world, params, body, signIn }) => {
    const invitation = world.invitations.find(({ token }) => token === params.token) ?? gone()
    const home = world.tenants.find(({ id }) => id === invitation.tenant.id) ?? gone()
    const { email, role } = invitation.user
    const phone = String(body.phone)
    const user = { id: mint('user'), phone, name: String(body.name), email, tenant: home, role, isActive: true }
    const made = { ...user, created_at: at(0), updated_at: at(0) }
    world.users.push(made)
    world.invitations = world.invitations.filter((one) => one !== invitation)
    signIn(made)
    return { success: true, message: 'ok', data: { token: mint('access'), user: made } }
  },

  'GET /tenants': ({ world, user }) =>
    ok(user.tenant.domain === 'prosa.local' ? world.tenants : world.tenants.filter(({ id }) => id === user.tenant.id)),
  'GET /tenants/:id': ({ world, params }) => ok(world.tenants.find(({ id }) => id === params.id) ?? gone()),
  'GET /tenants/domain/:domain': ({ world, params }) =>
    ok(world.tenants.find(({ domain }) => domain === params.domain) ?? gone()),
  'POST /tenants': ({ world, body }) => {
    const [name, domain] = [String(body.name), String(body.domain)]
    world.tenants.push({ id: mint('tenant'), name, domain, active: true, created_at: at(0) })
    return null
  },
  'PUT /tenants/:id': ({ world, params, body }) => {
    Object.assign(world.tenants.find(({ id }) => id === params.id) ?? gone(), body)
    return null
  },

  'GET /google-calendar/auth-url': ({ panel }) => ({ url: `${panel}/google-calendar/oauth2callback?code=bare-code` }),
  'GET /google-calendar/oauth2callback': ({ world, user, query }) => {
    if (query.get('code') !== 'bare-code') throw new Refused(400, 'VALIDATION_ERROR', 'Código inválido')
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
