// Where calendars are served. A file of its own, because the serving thread loads no database.

export const CALENDAR_PATH = '/calendar/';
