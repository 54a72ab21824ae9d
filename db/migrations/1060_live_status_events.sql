-- The events of live status (webhooks.md 1).

alter type event_type add value if not exists 'segment.delayed' after 'segment.cancelled';
alter type event_type add value if not exists 'segment.gate_changed' after 'segment.delayed';
