# What makes the network's shards (engine/lab/train/network says how): not part of the program.
fit: $(OUT)/make-shard
$(OUT)/make-shard: $(addprefix $(OUT)/engine/lab/train/network/,make_shard.o variety.o) $(LIBRARY)
	$(QUIET)$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

-include $(wildcard $(OUT)/engine/lab/train/*/*.d)
.PHONY: fit
