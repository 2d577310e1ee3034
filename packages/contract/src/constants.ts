/**
 * Constants and limits from the specification (section 9). Durations are in milliseconds and sizes in CSS pixels, unless the name says
 * otherwise.
 */

export const REQUEST_TIMEOUT_MS = 30_000

export const MAX_STORED_NOTIFICATIONS = 5
export const MAX_VISIBLE_NOTIFICATIONS = 3
export const RESET_LINK_MINUTES = 30
export const NOTIFICATION_DURATION_MS = 5_000
export const SIGN_IN_FAILURE_TOAST_MS = 6_000
export const ERROR_TOAST_DEDUPE_MS = 2_000
/** Display time of an error toast in milliseconds, by error code. Other codes use NOTIFICATION_DURATION_MS. */
export const TOAST_MS_BY_ERROR_CODE: Readonly<Partial<Record<string, number>>> = {
  NETWORK_ERROR: 8_000,
  SERVER_ERROR: 8_000,
  VALIDATION_ERROR: 6_000,
  INVALID_INPUT: 6_000,
  RATE_LIMIT_EXCEEDED: 10_000,
  TOO_MANY_ATTEMPTS: 10_000,
}

export const PASSWORD_MIN_CHARS = 8
export const PASSWORD_MAX_CHARS = 128
export const PASSWORD_COUNTER_THRESHOLD_CHARS = 50
export const NAME_MIN_CHARS = 2
export const NAME_MAX_CHARS = 100
export const DEFAULT_PHONE_COUNTRY = 'BR'

export const DEFAULT_PAGE_SIZE = 20
export const LIST_REFRESH_MS = 30_000
export const LIST_LOAD_THROTTLE_MS = 2_000
export const OPTIMISTIC_MATCH_WINDOW_MS = 10_000

export const LOGIN_REDIRECT_DELAY_MS = 500
export const LOGIN_SPINNER_MS = 300
export const ONBOARDING_REDIRECT_MS = 1_500
export const LOGOUT_DEBOUNCE_MS = 1_000

export const CALENDAR_POPUP = { width: 500, height: 600, pollMs: 1_000 } as const

export const SCROLL_BOTTOM_TOLERANCE_PX = 10
export const SCROLL_TO_BOTTOM_DELAY_MS = 100
export const MARK_READ_DEBOUNCE_MS = { scroll: 1_000, newMessage: 500, afterSend: 200 } as const
export const MARK_READ_MIN_INTERVAL_MS = 2_000

export const TYPING_STOP_MS = 15_000
export const TYPING_ENTRY_TTL_MS = 15_000

export const SOCKET_CONNECT_DELAY_MS = 2_000
export const SOCKET_TOKEN_RETRY_MS = 3_000
export const SOCKET_ROOM_JOIN_DELAY_MS = 500
export const SOCKET_RECONNECTION = { attempts: 5, delayMs: 1_000, maxDelayMs: 5_000, timeoutMs: 20_000 } as const

export const REPLY_WINDOW_MS = 24 * 3_600_000
export const UNREAD_BADGE_MAX = 99
export const LIST_NAME_MAX_CHARS_WITH_COMPANY = 13
export const LIST_NAME_MAX_CHARS_ALONE = 17
export const FLASH_DURATION_MS = 1_200
export const HIGHLIGHT_DURATION_MS = 4_000
export const UNREAD_ONLY_HIGHLIGHT_DURATION_MS = 2_000
export const TOOLTIP_DELAY_MS = 300

export const LEFT_PANEL_PERCENT = 30
export const CONVERSATION_SKELETON_COUNT = 5
export const AGENT_SKELETON_COUNT = 3
export const TENANT_PICKER_MAX_HEIGHT_REM = 15
export const DEFAULT_INVITE_ROLE = 'staff'
export const INVITATION_STATUSES = ['all', 'pending', 'expired'] as const

/**
 * Minimum length of a search through all leads. For shorter texts, the Prosa server searches only the newest 5,000 leads
 * (docs/operations.md, 'Limites').
 */
export const SEARCH_MIN_CHARS = 3
export const MESSAGE_MAX_CHARS = 4_096
export const UNREAD_COUNTS_MAX_IDS = 100
export const ATTENTION_REASON_MAX_CHARS = 280
/** Minimum length of the reason for reverting a lead's opt-out (refusal of unrequested messages). */
export const OPT_OUT_REASON_MIN_CHARS = 3
export const RETENTION_MAX_MONTHS = 120
