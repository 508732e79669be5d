import { expect, test } from 'vitest';
import { grouped, type Grouping } from './grouping';

test('labels under a grouping', () => {
  const labels = { pod: 'a', instance: 'b', engine: '0', model_name: 'm', le: '1' };
  const under = (name: string, grouping: Grouping) => Object.keys(grouped(name, labels, grouping)).join(' ');
  expect(under('vllm:x', 'auto')).toBe('pod instance engine model_name le');
  expect(under('vllm:x', 'instance')).toBe('pod instance within_engine model_name le');
  expect(under('up', 'pod')).toBe('pod within_instance within_engine model_name le');
  expect(under('vllm:x', 'fleet')).toBe('within_pod within_instance within_engine model_name le');
  expect(under('DCGM_FI_DEV_GPU_UTIL', 'fleet')).toBe('pod instance engine model_name le');
});
