import { expect, it } from 'vitest'
import * as constants from './constants.ts'
import { ROLES } from './roles.ts'

const SECOND = 1000

it('CONST-01 CONST-02 CONST-03 names the three times of the environment', () => {
  expect(constants.REQUEST_TIMEOUT_MS).toBe(30_000)
  expect(constants.SESSION_TIMEOUT_MS).toBe(3_600_000)
  expect(constants.TOKEN_REFRESH_BUFFER_MS).toBe(300_000)
})

it('CONST-04 CONST-05 CONST-06 CONST-07 CONST-08 CONST-09 names how long toasts last', () => {
  expect(constants.NOTIFICATION_DURATION_MS).toBe(5 * SECOND)
  expect(constants.ERROR_TOAST_MS).toEqual({
    NETWORK_ERROR: 8 * SECOND,
    SERVER_ERROR: 8 * SECOND,
    VALIDATION_ERROR: 6 * SECOND,
    INVALID_INPUT: 6 * SECOND,
    RATE_LIMIT_EXCEEDED: 10 * SECOND,
    TOO_MANY_ATTEMPTS: 10 * SECOND,
  })
  expect(constants.SIGN_IN_FAILURE_TOAST_MS).toBe(6 * SECOND)
})

it('CONST-10 CONST-11 CONST-12 names the defaults of lists', () => {
  expect(constants.DEFAULT_PAGE_SIZE).toBe(20)
  expect(constants.DEFAULT_CONVERSATION_SORT).toEqual({ by: 'last_client_message_at', order: 'desc' })
  expect(constants.DEFAULT_CREATED_AT_SORT).toEqual({ by: 'created_at', order: 'desc' })
  expect(constants.LIST_REFRESH_MS).toBe(30 * SECOND)
  expect(constants.LIST_LOAD_THROTTLE_MS).toBe(2 * SECOND)
})

it('CONST-13 CONST-14 CONST-15 names when reading counts', () => {
  expect(constants.SCROLL_BOTTOM_TOLERANCE_PX).toBe(10)
  expect(constants.SCROLL_TO_BOTTOM_DELAY_MS).toBe(100)
  expect(constants.MARK_READ_DEBOUNCE_MS).toEqual({ scroll: 1000, newMessage: 500, afterSend: 200 })
  expect(constants.MARK_READ_MIN_INTERVAL_MS).toBe(2000)
})

it('CONST-16 CONST-17 CONST-18 names the times of the connection', () => {
  expect(constants.TYPING_STOP_MS).toBe(15 * SECOND)
  expect(constants.TYPING_ENTRY_TTL_MS).toBe(15 * SECOND)
  expect(constants.SOCKET_CONNECT_DELAY_MS).toBe(2 * SECOND)
  expect(constants.SOCKET_ROOM_JOIN_DELAY_MS).toBe(500)
  expect(constants.SOCKET_RECONNECTION).toEqual({ attempts: 5, delayMs: SECOND, maxDelayMs: 5 * SECOND, timeoutMs: 20 * SECOND })
  expect(constants.SOCKET_TOKEN_RETRY_MS).toBe(3 * SECOND)
})

it('CONST-19 names the limits whose behaviour other items observe', () => {
  expect([constants.NOTIFICATIONS_KEPT, constants.NOTIFICATIONS_SHOWN]).toEqual([5, 3])
  expect([constants.PASSWORD_MIN, constants.PASSWORD_MAX, constants.PASSWORD_COUNTER_ABOVE]).toEqual([8, 128, 50])
  expect([constants.NAME_MIN, constants.NAME_MAX]).toEqual([2, 100])
  expect([constants.PHONE_MIN_DIGITS, constants.PHONE_MAX_DIGITS]).toEqual([8, 15])
  expect(constants.OPTIMISTIC_MATCH_WINDOW_MS).toBe(10 * SECOND)
  expect(constants.ERROR_TOAST_DEDUPE_MS).toBe(2 * SECOND)
  expect([constants.LOGIN_REDIRECT_DELAY_MS, constants.LOGIN_SPINNER_MS]).toEqual([500, 300])
  expect(constants.ONBOARDING_REDIRECT_MS).toBe(1500)
  expect(constants.LOGOUT_DEBOUNCE_MS).toBe(SECOND)
  expect(constants.CALENDAR_POPUP).toEqual({ width: 500, height: 600, pollMs: SECOND })
})

it('CONST-20 names the rest of the table', () => {
  expect(constants.COMPOSER_WINDOW_MS).toBe(24 * 3600 * SECOND)
  expect(constants.UNREAD_BADGE_MAX).toBe(99)
  expect(constants.LEFT_PANEL_PERCENT).toBe(30)
  expect([constants.CONVERSATION_SKELETONS, constants.AGENT_SKELETONS]).toEqual([5, 3])
  expect(constants.TENANT_PICKER_MAX_HEIGHT_REM).toBe(15)
  expect(constants.TOAST_WIDTH_REM).toBe(24)
  expect(ROLES).toEqual(['staff', 'admin', 'operator'])
  expect(constants.DEFAULT_PHONE_COUNTRY).toBe('BR')
  expect(constants.INVITATION_STATUSES).toEqual(['all', 'pending', 'expired'])
  expect(constants.DEFAULT_INVITE_ROLE).toBe('staff')
})
