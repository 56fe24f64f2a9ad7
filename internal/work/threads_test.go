package work

import (
	"context"
	"errors"
	"testing"
	"time"
)

func TestTasksGiveWayAndComeBack(t *testing.T) {
	threads := NewThreads(3, 30*time.Millisecond)
	var tasks []context.Context
	var ends []func()
	for range 3 {
		task, end, err := threads.Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		tasks, ends = append(tasks, task), append(ends, end)
	}
	full, cancel := context.WithTimeout(t.Context(), 5*time.Millisecond)
	defer cancel()
	if _, _, err := threads.Begin(full); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a fourth task of three threads: %v", err)
	}
	threads.Reserve(2)
	for i, task := range tasks {
		if (task.Err() != nil) != (i > 0) || i > 0 && context.Cause(task) != errInterrupted {
			t.Errorf("task %d: %v", i, context.Cause(task))
		}
	}
	ends[1]()
	ends[2]()
	if left := threads.Left(); left != 1 {
		t.Errorf("%d threads are left", left)
	}
	begun := time.Now()
	threads.Reserve(0)
	_, end, err := threads.Begin(t.Context())
	if err != nil || time.Since(begun) < 20*time.Millisecond {
		t.Errorf("a thread is free after %v: %v", time.Since(begun), err)
	}
	end()
	threads.Reserve(1)
	threads.Reserve(0)
	threads.Reserve(9) // before the pause is over
	time.Sleep(40 * time.Millisecond)
	if threads.Left() != 0 || tasks[0].Err() == nil {
		t.Errorf("%d are left of three when nine are needed", threads.Left())
	}
	ends[0]()
}
