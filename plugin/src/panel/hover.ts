import { DataHoverClearEvent, DataHoverEvent, type EventBus } from '@grafana/data';
import { createHover, type Hover } from '../view';

/** The moment pointed at, shared with the other panels of the dashboard while connected. */
export interface SharedHover extends Hover {
  /** Listens to the dashboard until the returned function is called. */
  connect(): () => void;
}

/**
 * The dashboard's cross-hair.
 *
 * - What is pointed at here is told to the dashboard, what others point at is shown here.
 * - An event that went out from here comes back on the same bus and is not told again.
 */
export function sharedHover(bus: EventBus): SharedHover {
  const local = createHover();
  return {
    ...local,
    point(ms) {
      if (ms === local.current()) return;
      local.point(ms);
      bus.publish(ms === null ? new DataHoverClearEvent() : new DataHoverEvent({ point: { time: ms } }));
    },
    connect() {
      const over = bus.getStream(DataHoverEvent).subscribe(({ payload }) => {
        const time: unknown = payload.point?.time;
        local.point(typeof time === 'number' && Number.isFinite(time) ? time : null);
      });
      const out = bus.getStream(DataHoverClearEvent).subscribe(() => local.point(null));
      return () => {
        over.unsubscribe();
        out.unsubscribe();
      };
    },
  };
}
