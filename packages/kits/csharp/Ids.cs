using System;
using System.Collections.Generic;
using System.Data.Common;
using System.Threading.Tasks;

namespace Cascade
{
    /// <summary>What is known of the id of a callback.</summary>
    public enum Claim
    {
        /// <summary>Handle it.</summary>
        New,

        /// <summary>It is handled.</summary>
        Seen,

        /// <summary>Another claim is handling it.</summary>
        Busy,
    }

    /// <summary>Remembers ids of callbacks. An id counts once its event is handled: it is claimed before, and committed after.</summary>
    public interface IIds
    {
        /// <summary>Of many claims at once, one is New, and the others are Busy. It expires, since its process may die.</summary>
        Task<Claim> ClaimAsync(string id, string owner, TimeSpan expires);

        /// <summary>The event is handled, also if the claim has expired: from now on the id is Seen.</summary>
        Task CommitAsync(string id, string owner);

        /// <summary>The event is not handled. Does nothing if the claim is that of another owner by now.</summary>
        Task ReleaseAsync(string id, string owner);
    }

    /// <summary>The latest ids, in the memory of one process: twice as many as it is told at most.</summary>
    public sealed class RecentIds : IIds
    {
        /// <summary>Longer than a provider repeats an event, which is a day (ADR-0018).</summary>
        internal static readonly TimeSpan Kept = TimeSpan.FromDays(2);
        private readonly int most;
        private Dictionary<string, Held> young = new Dictionary<string, Held>();
        private Dictionary<string, Held> former = new Dictionary<string, Held>();

        public RecentIds(int most = 50000)
        {
            this.most = most;
        }

        public Task<Claim> ClaimAsync(string id, string owner, TimeSpan expires)
        {
            lock (this)
            {
                var known = Find(id);
                if (known?.Until > DateTime.UtcNow) return Task.FromResult(known.Owner == null ? Claim.Seen : Claim.Busy);
                Put(id, owner, expires);
                return Task.FromResult(Claim.New);
            }
        }

        public Task CommitAsync(string id, string owner)
        {
            lock (this) Put(id, null, Kept);
            return Task.CompletedTask;
        }

        public Task ReleaseAsync(string id, string owner)
        {
            lock (this)
            {
                if (Find(id)?.Owner == owner)
                {
                    young.Remove(id);
                    former.Remove(id);
                }
            }
            return Task.CompletedTask;
        }

        private Held Find(string id) => young.TryGetValue(id, out var known) || former.TryGetValue(id, out known) ? known : null;

        private void Put(string id, string owner, TimeSpan time)
        {
            if (young.Count >= most)
            {
                former = young;
                young = new Dictionary<string, Held>();
            }
            young[id] = new Held { Owner = owner, Until = DateTime.UtcNow + time };
        }

        /// <summary>A claim, or without an owner an event that is handled.</summary>
        private sealed class Held
        {
            public string Owner { get; set; }
            public DateTime Until { get; set; }
        }
    }

    /// <summary>Ids in a table that all replicas of a receiver share, of PostgreSQL or SQLite, by their ADO.NET provider.</summary>
    public sealed class DbIds : IIds
    {
        /// <summary>The table, for your migrations.</summary>
        public const string Table =
            "create table if not exists cascade_callbacks (" +
            "id varchar(255) primary key, " +
            "owner varchar(36) not null, " +
            "until bigint not null, " + // milliseconds since 1970
            "handled integer not null)";

        private readonly Func<DbConnection> connect;

        /// <param name="connect">Makes a connection that is not open, such as <c>() => new NpgsqlConnection(settings)</c>.</param>
        public DbIds(Func<DbConnection> connect)
        {
            this.connect = connect;
        }

        /// <summary>It is one statement, so that of several at once one succeeds.</summary>
        public async Task<Claim> ClaimAsync(string id, string owner, TimeSpan expires)
        {
            var isNew = await ChangesAsync(
                "insert into cascade_callbacks (id, owner, until, handled) values (@p0, @p1, @p2, 0) " +
                "on conflict (id) do update set owner = excluded.owner, until = excluded.until " +
                "where cascade_callbacks.handled = 0 and cascade_callbacks.until <= @p3",
                id, owner, In(expires), In(TimeSpan.Zero)).ConfigureAwait(false);
            if (isNew) return Claim.New;
            const string Query = "select handled from cascade_callbacks where id = @p0";
            var found = await RunAsync(Query, one => one.ExecuteScalarAsync(), id).ConfigureAwait(false);
            return Convert.ToInt32(found ?? 0) == 1 ? Claim.Seen : Claim.Busy; // if it is absent, it was released meanwhile
        }

        public Task CommitAsync(string id, string owner) => ChangesAsync(
            "insert into cascade_callbacks (id, owner, until, handled) values (@p0, @p1, @p2, 1) " +
            "on conflict (id) do update set handled = 1",
            id, owner, In(TimeSpan.Zero));

        public Task ReleaseAsync(string id, string owner) =>
            ChangesAsync("delete from cascade_callbacks where id = @p0 and owner = @p1 and handled = 0", id, owner);

        /// <summary>Deletes the ids that no provider repeats any more; call it now and then, for example every hour.</summary>
        public Task PruneAsync() => ChangesAsync("delete from cascade_callbacks where until < @p0", In(-RecentIds.Kept));

        private static long In(TimeSpan time) => (DateTimeOffset.UtcNow + time).ToUnixTimeMilliseconds();

        private async Task<bool> ChangesAsync(string sql, params object[] values) =>
            await RunAsync(sql, one => one.ExecuteNonQueryAsync(), values).ConfigureAwait(false) == 1;

        private async Task<T> RunAsync<T>(string sql, Func<DbCommand, Task<T>> run, params object[] values)
        {
            using (var connection = connect())
            using (var command = connection.CreateCommand())
            {
                command.CommandText = sql;
                foreach (var value in values)
                {
                    var parameter = command.CreateParameter();
                    parameter.ParameterName = $"@p{command.Parameters.Count}";
                    parameter.Value = value;
                    command.Parameters.Add(parameter);
                }
                await connection.OpenAsync().ConfigureAwait(false);
                return await run(command).ConfigureAwait(false);
            }
        }
    }
}
